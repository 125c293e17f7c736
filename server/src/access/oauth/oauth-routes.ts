import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { logProblem } from "../../platform/http/problem-response.ts";
import type { Gatekeeper } from "../../platform/http/register-routes.ts";
import { factsOf } from "../../platform/http/request-facts.ts";
import { partyOf } from "../caller.ts";
import { type FormParameters, readFormParameters } from "./form-parameters.ts";
import { registerClient } from "./oauth-client.ts";
import { failureOf, OAuthError } from "./oauth-error.ts";
import {
  authorizationServerMetadata,
  oauthPaths,
  protectedResourceMetadata,
  resourceMetadataPath,
} from "./oauth-metadata.ts";
import { grantTokens, type OAuthServices, revokeTokens } from "./oauth-tokens.ts";

const bodyBytesMax = 16_384;
/** The page of the console on which the user answers. */
const consentPath = "/connect";

/**
 * OAuth 2.1 for MCP clients, next to the operations of the contract, like SCIM: standards define its messages. Callers
 * have no credential yet, so requests count toward the rate limit of their address.
 */
export function registerOAuthRoutes(
  app: FastifyInstance,
  services: OAuthServices,
  { gatekeeper }: { readonly gatekeeper: Gatekeeper },
): void {
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    await gatekeeper.admit({ access: "open" }, request, reply);
  };
  const shared = { onRequest, errorHandler: sendFailure, bodyLimit: bodyBytesMax };
  for (const [url, metadataOf] of documents) {
    app.get(url, shared, (request, reply) => sendJson(reply, 200, metadataOf(factsOf(request).origin)));
  }
  app.get(oauthPaths.authorize, shared, (request, reply) => reply.redirect(consentUrl(request.url), 302));
  app.post(oauthPaths.register, shared, (request, reply) =>
    sendJson(reply, 201, registerClient(services.secrets, request.body)),
  );
  // In a separate scope, because only these routes read forms: a page of another origin can send one without asking.
  void app.register((scope, _options, done) => {
    acceptForms(scope);
    scope.post(oauthPaths.token, shared, async (request, reply) => {
      const { org, user, body } = await grantTokens(services, formOf(request), factsOf(request));
      request.party = partyOf({ org, actor: { id: user.id, type: "user" } });
      return sendJson(reply, 200, body);
    });
    scope.post(oauthPaths.revoke, shared, async (request, reply) => {
      await revokeTokens(services, formOf(request), factsOf(request));
      return sendJson(reply, 200, {});
    });
    done();
  });
}

const documents = [
  [oauthPaths.protectedResource, protectedResourceMetadata],
  [resourceMetadataPath, protectedResourceMetadata],
  [oauthPaths.authorizationServer, authorizationServerMetadata],
] as const;

/** The request stays one text: the console's router would read some values as numbers and write them differently. */
function consentUrl(url: string): string {
  const start = url.indexOf("?");
  return `${consentPath}?request=${encodeURIComponent(start < 0 ? "" : url.slice(start + 1))}`;
}

class Form {
  readonly parameters: FormParameters;

  constructor(parameters: FormParameters) {
    this.parameters = parameters;
  }
}

function acceptForms(scope: FastifyInstance): void {
  scope.addContentTypeParser<string>(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: bodyBytesMax },
    (_request, text, done) => {
      const parameters = readFormParameters(text);
      if (parameters === undefined) {
        done(new OAuthError("invalid_request", "A parameter is repeated."));
      } else {
        done(null, new Form(parameters));
      }
    },
  );
}

function formOf({ body }: FastifyRequest): FormParameters {
  if (!(body instanceof Form)) {
    throw new OAuthError("invalid_request", "Send the parameters as application/x-www-form-urlencoded.");
  }
  return body.parameters;
}

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = error instanceof OAuthError ? error : logProblem(error, request);
  const { status, body } = failureOf(failure);
  return sendJson(reply.headers(failure instanceof OAuthError ? {} : failure.headers), status, body);
}

function sendJson(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply.code(status).header("content-type", "application/json; charset=utf-8").send(JSON.stringify(body));
}
