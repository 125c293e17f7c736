import { oauthScopes } from "@weft/contract";

/** Endpoints outside the contract: OAuth defines their messages. */
export const oauthPaths = {
  protectedResource: "/.well-known/oauth-protected-resource",
  authorizationServer: "/.well-known/oauth-authorization-server",
  authorize: "/oauth/authorize",
  token: "/oauth/token",
  register: "/oauth/register",
  revoke: "/oauth/revoke",
} as const;

const resourcePath = "/mcp";

/** What tokens are for (RFC 8707): the MCP endpoint. */
export function resourceOf(origin: string): string {
  return origin + resourcePath;
}

/** RFC 9728, 3.1: the path of the resource follows the well-known part. */
export const resourceMetadataPath = oauthPaths.protectedResource + resourcePath;

/** For the 401 of the resource, so that a client finds out how to get a token. */
export function challengeParameters(origin: string): string {
  return `resource_metadata="${origin}${resourceMetadataPath}", scope="${oauthScopes.join(" ")}"`;
}

/** RFC 9728. */
export function protectedResourceMetadata(origin: string): object {
  return {
    resource: resourceOf(origin),
    authorization_servers: [origin],
    scopes_supported: oauthScopes,
    bearer_methods_supported: ["header"],
    resource_name: "Weft",
  };
}

/** RFC 8414. */
export function authorizationServerMetadata(origin: string): object {
  return {
    issuer: origin,
    authorization_endpoint: origin + oauthPaths.authorize,
    token_endpoint: origin + oauthPaths.token,
    registration_endpoint: origin + oauthPaths.register,
    revocation_endpoint: origin + oauthPaths.revoke,
    scopes_supported: oauthScopes,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    authorization_response_iss_parameter_supported: true,
  };
}
