/** How a receiver checks a message, without the secret itself: it belongs into the receiver's settings. */
export const verificationUsage = {
  label: "How the receiver checks a message (Node; any library of Standard Webhooks does the same)",
  text: `import { verifyWebhook } from "@weft/client";

// The body as it was received, not parsed and written again.
const message = await verifyWebhook({
  headers: request.headers,
  body: rawBody,
  secret: process.env.WEFT_WEBHOOK_SECRET,
});`,
} as const;
