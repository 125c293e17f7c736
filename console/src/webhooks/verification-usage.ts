/** How a receiver verifies a message, without the secret itself: it belongs in the receiver's settings. */
export const verificationUsage = {
  label: "Verify a message in Node (any Standard Webhooks library works the same way)",
  text: `import { verifyWebhook } from "@weft/client";

// The raw body as received, not parsed and serialized again.
const message = await verifyWebhook({
  headers: request.headers,
  body: rawBody,
  secret: process.env.WEFT_WEBHOOK_SECRET,
});`,
} as const;
