import { z } from "zod";
import { slugSchema } from "./fields.ts";
import { loginAnswerSchema } from "./login.ts";
import { defineOperation } from "./operation.ts";

const challengeSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/, "An S256 code challenge must have 43 characters.");

export const startSso = defineOperation({
  id: "start-sso",
  method: "GET",
  path: "/sso/{orgSlug}",
  summary: "Redirect to the organization's identity provider",
  description:
    "Open this URL in a browser. It redirects to the identity provider of the organization, which redirects to /sso/callback.",
  tag: "access",
  access: "open",
  params: z.strictObject({ orgSlug: slugSchema }),
  query: z.strictObject({
    loopbackPort: z
      .string()
      .regex(/^\d{4,5}$/)
      .transform(Number)
      .pipe(z.int().min(1024).max(65_535))
      .optional()
      .describe("For programs: redirects to http://127.0.0.1:<port>/callback with a code."),
    codeChallenge: challengeSchema.optional().describe("Required with loopbackPort (PKCE, S256)."),
    state: z.string().max(200).optional().describe("Returned to the loopback address."),
  }),
  answers: { 302: { headers: ["Location"], description: "Redirect to the identity provider." } },
  errors: ["not-found", "sso-failed", "org-suspended"],
});

export const finishSso = defineOperation({
  id: "finish-sso",
  method: "GET",
  path: "/sso/callback",
  summary: "Handle the redirect from the identity provider",
  description:
    "Called by the browser on return from the identity provider. Sets the session cookie, or redirects to the loopback address of a command line with a code.",
  tag: "access",
  access: "open",
  query: z.looseObject({ state: z.string().max(500) }),
  answers: {
    302: {
      headers: ["Location"],
      description:
        "Redirect to the console with a session; or to the loopback address with a code, or with error and error_description.",
    },
  },
  errors: ["sso-failed", "org-suspended"],
});

export const redeemSsoCode = defineOperation({
  id: "redeem-sso-code",
  method: "POST",
  path: "/sso/token",
  summary: "Exchange the code of the loopback address for an access token",
  description:
    "Command lines exchange the code that the browser delivered to their loopback address. PKCE binds it to the process that asked for it.",
  tag: "access",
  access: "open",
  body: z
    .strictObject({ code: z.string().min(1).max(200), codeVerifier: z.string().regex(/^[A-Za-z0-9._~-]{43,128}$/) })
    .meta({ id: "SsoCode" }),
  answers: { 200: { description: "Signed in.", body: loginAnswerSchema } },
  errors: ["sso-failed", "org-suspended"],
});

const devicePendingSchema = z
  .object({
    deviceCode: z.string(),
    userCode: z.string(),
    verificationUri: z.string(),
    verificationUriComplete: z.string().optional(),
    intervalSeconds: z.int(),
    expiresInSeconds: z.int(),
  })
  .meta({ id: "SsoDevice" });

export const startSsoDevice = defineOperation({
  id: "start-sso-device",
  method: "POST",
  path: "/sso/device",
  summary: "Start single sign-on on another device, then poll with its deviceCode",
  description:
    "Returns a code and a URL to open in a browser on another device. Poll with deviceCode until the sign-in is complete.",
  tag: "access",
  access: "open",
  body: z
    .union([
      z.strictObject({ orgSlug: slugSchema }).meta({ id: "SsoDeviceStart" }),
      z.strictObject({ deviceCode: z.string().min(1).max(200) }).meta({ id: "SsoDevicePoll" }),
    ])
    .meta({ id: "SsoDeviceRequest" }),
  answers: {
    200: { description: "Signed in.", body: loginAnswerSchema },
    202: { description: "Pending: show the user the code, wait, then poll again.", body: devicePendingSchema },
  },
  errors: ["not-found", "sso-failed", "org-suspended"],
});
