import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { forbidden, invalidRequest, withChallenge } from "../../platform/errors.ts";
import { sendProblem } from "../../platform/http/problem-response.ts";
import { apiPrefix, type Gatekeeper } from "../../platform/http/register-routes.ts";
import { factsOf } from "../../platform/http/request-facts.ts";
import { insideOriginHeader } from "../../platform/http/request-origin.ts";
import { isLoopbackName } from "../../platform/network-address.ts";
import { Problem } from "../../platform/problem.ts";
import { type CallInside, ToolContext } from "../tool-context.ts";
import { serverInfo } from "./introduction.ts";
import { rpcCodes, rpcError } from "./json-rpc.ts";

const mcpPath = "/mcp";

interface McpOptions extends KnownOrigins {
  readonly gatekeeper: Gatekeeper;
  /** Parameters of the 401 that show an assistant how its user can sign in, if users can, by the origin of the request. */
  readonly challengeFor: ((origin: string) => string) | undefined;
}

/** MCP over streamable HTTP, without sessions and streams: each message is a POST with a JSON response. */
export function registerMcpRoutes(app: FastifyInstance, options: McpOptions): void {
  app.route({
    method: "POST",
    url: mcpPath,
    onRequest: async (request, reply) => {
      if (!isAllowedOrigin(request.headers.origin, options)) {
        throw forbidden(
          "Pages of this origin may not call the service. An operator can allow it in WEFT_CORS_ORIGINS.",
        );
      }
      request.caller = await admit(options, request, reply);
    },
    errorHandler: answerFailure,
    handler: async (request, reply) => {
      // Loaded on the first call: building the schemas takes 0.1 s, which would slow down every start.
      const { handleBody } = await import("./handle-body.ts");
      const context = new ToolContext(callInside(app, request, endOf(reply)));
      const { status, body } = await handleBody(request.body, headersOf(request), context);
      return body === undefined ? reply.code(status).send() : sendJson(reply.code(status), body);
    },
  });
}

/** A rejected caller learns where to get a token. */
async function admit({ gatekeeper, challengeFor }: McpOptions, request: FastifyRequest, reply: FastifyReply) {
  try {
    return await gatekeeper.admit({ access: "any" }, request, reply);
  } catch (error) {
    throw challengeFor !== undefined && error instanceof Problem && error.code === "unauthenticated"
      ? withChallenge(error, challengeFor(factsOf(request).origin))
      : error;
  }
}

/** Returns a JSON-RPC error for invalid JSON, and a problem for everything else, as in the rest of the API. */
function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Problem && error.code === "invalid-json") {
    const failure = { code: rpcCodes.parseError, message: `Parse error: ${error.detail}`, status: 400 };
    return sendJson(reply.code(400), rpcError(undefined, failure).body ?? {});
  }
  return sendProblem(error, request, reply);
}

function sendJson(reply: FastifyReply, body: object): FastifyReply {
  return reply.header("content-type", "application/json; charset=utf-8").send(JSON.stringify(body));
}

function headersOf({ headers }: FastifyRequest) {
  const text = (name: string) => {
    const value = headers[name];
    return typeof value === "string" ? value : undefined;
  };
  return { version: text("mcp-protocol-version"), method: text("mcp-method"), name: text("mcp-name") };
}

/** The headers that identify the caller. */
const credentialNames = ["authorization", "x-api-key", "x-api-org", "cookie", "x-csrf-token"] as const;

/**
 * Inner calls pass the gatekeeper, the schemas and the rights like any other. The history shows them by their user
 * agent.
 */
function callInside(app: FastifyInstance, request: FastifyRequest, signal: AbortSignal): CallInside {
  const credentials = credentialNames.flatMap((name) => {
    const value = request.headers[name];
    return typeof value === "string" ? [[name, value] as const] : [];
  });
  const shared = {
    ...Object.fromEntries(credentials),
    [insideOriginHeader]: factsOf(request).origin,
    "user-agent": `weft-mcp/${serverInfo.version}`,
    "x-request-id": request.id,
  };
  return async ({ method, path, headers, body }) => {
    const call = app.inject({
      method,
      url: apiPrefix + path,
      headers: { ...shared, ...headers },
      remoteAddress: request.ip,
      signal,
      ...(body === undefined ? {} : { payload: body }),
    });
    const answer = await call.catch((error: unknown) => {
      throw signal.aborted ? invalidRequest("The caller disconnected before the response.") : error;
    });
    return { status: answer.statusCode, headers: stringsOf(answer.headers), text: answer.payload };
  };
}

function stringsOf(headers: object): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  return Object.fromEntries(entries);
}

/** Aborts when the caller disconnects. */
function endOf(reply: FastifyReply): AbortSignal {
  const ending = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableEnded) {
      ending.abort();
    }
  });
  return ending.signal;
}

interface KnownOrigins {
  /** The external base URL of the service, if configured. */
  readonly publicUrl: string | undefined;
  /** Origins whose pages may call, or *. */
  readonly corsOrigins: readonly string[];
}

/**
 * Whether a page of this origin may call. The Host header proves nothing: with DNS rebinding, a foreign name that
 * points here sends a matching one. A loopback name cannot be rebound, and programs send no Origin at all.
 */
export function isAllowedOrigin(origin: string | undefined, { publicUrl, corsOrigins }: KnownOrigins): boolean {
  if (origin === undefined || corsOrigins.includes("*") || corsOrigins.includes(origin)) {
    return true;
  }
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  const isOwn = publicUrl !== undefined && url?.origin === new URL(publicUrl).origin;
  return isOwn || isLoopbackName(url?.hostname ?? "");
}
