import { z } from "zod";
import { defineOperation } from "./operation.ts";

/** What an assistant that is connected by OAuth may do with the rights of its user. */
export const oauthScopes = ["read", "write"] as const;
export type OAuthScope = (typeof oauthScopes)[number];

export const oauthScopeSchema = z.enum(oauthScopes);

const requestSchema = z
  .string()
  .min(1)
  .max(8000)
  .describe(
    "The parameters of the authorization request, as the application sent them: response_type=code&client_id=…",
  );

const authorizationRequestSchema = z
  .object({
    clientName: z.string().describe("The name that the application gave itself. Not verified."),
    returnsTo: z
      .object({
        kind: z
          .enum(["website", "computer", "app"])
          .describe("website: any user's browser; computer: a program on the same computer; app: an installed app."),
        name: z.string().describe("The host, or the URL scheme of the app."),
      })
      .meta({ id: "OAuthReturn" })
      .describe("Where the browser returns to with the authorization code."),
    scope: oauthScopeSchema.nullable().describe("The requested scope; null if the request names none."),
  })
  .meta({ id: "OAuthRequest" });

export const getAuthorizationRequest = defineOperation({
  id: "get-authorization-request",
  method: "GET",
  path: "/oauth/authorization",
  summary: "Read who requests an OAuth authorization, and for what",
  description:
    "For the console page that asks the user. Validates the request of the application: its client, redirect URI, PKCE challenge and resource.",
  tag: "access",
  access: "any",
  query: z.strictObject({ request: requestSchema }),
  answers: { 200: { description: "A valid request.", body: authorizationRequestSchema } },
  errors: [],
});

export const answerAuthorizationRequest = defineOperation({
  id: "answer-authorization-request",
  method: "POST",
  path: "/oauth/authorization",
  summary: "Grant or deny an OAuth authorization request",
  description:
    "Requires the session of a user. Returns the URL that the browser opens next: that of the application, with an authorization code that is valid once and for 60 seconds, or with error=access_denied.",
  tag: "access",
  access: "any",
  body: z
    .strictObject({
      request: requestSchema,
      grant: z
        .enum([...oauthScopes, "none"])
        .describe("read: only read with the rights of the user; write: also change; none: deny the request."),
    })
    .meta({ id: "OAuthAnswer" }),
  answers: {
    200: {
      description: "Answered.",
      body: z.object({ location: z.string().describe("The URL to open.") }).meta({ id: "OAuthRedirect" }),
    },
  },
  errors: ["forbidden"],
});
