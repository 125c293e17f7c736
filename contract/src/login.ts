import { z } from "zod";
import { emailSchema, slugSchema, timeSchema } from "./fields.ts";
import { defineOperation } from "./operation.ts";
import { actorSchema, orgReferenceSchema } from "./whoami.ts";

export const loginRequestSchema = z
  .strictObject({
    email: emailSchema,
    password: z.string().min(1).max(1024),
    orgSlug: slugSchema,
    grant: z
      .enum(["token", "session"])
      .default("token")
      .describe("token returns an access token; session sets a cookie for browsers."),
  })
  .meta({ id: "LoginRequest" });

export const loginAnswerSchema = z
  .object({
    org: orgReferenceSchema,
    actor: actorSchema,
    expiresOn: timeSchema,
    accessToken: z.string().optional().describe("With grant token: send it as Authorization: bearer."),
    csrfToken: z.string().optional().describe("With grant session: send it as X-Csrf-Token on writes."),
  })
  .meta({ id: "LoginAnswer" });

export const login = defineOperation({
  id: "login",
  method: "POST",
  path: "/login",
  summary: "Sign in with email and password",
  description: "Returns an access token for programs, or sets the cookie of a session for browsers (grant: session).",
  tag: "access",
  access: "open",
  body: loginRequestSchema,
  answers: { 200: { description: "Signed in.", body: loginAnswerSchema } },
  errors: ["login-failed", "login-slowed", "sso-required", "org-suspended"],
});

export const logout = defineOperation({
  id: "logout",
  method: "POST",
  path: "/logout",
  summary: "Sign out: end the session or revoke the access token of this request",
  description: "Ends the session or revokes the access token of the request. Keys are not affected.",
  tag: "access",
  access: "task",
  answers: { 204: { description: "Signed out. API keys are not affected." } },
  errors: [],
});
