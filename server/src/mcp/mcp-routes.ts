import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { answerProblem } from "../platform/http/problem-answer.ts";
import { apiPrefix, factsOf, type Gatekeeper } from "../platform/http/register-routes.ts";
import { insideOriginHeader } from "../platform/http/request-origin.ts";
import { Problem } from "../platform/problem.ts";
import { isAllowedOrigin, type KnownOrigins } from "./allowed-origin.ts";
import { serverInfo } from "./protocol/introduction.ts";
import { rpcCodes, rpcError } from "./protocol/json-rpc.ts";
import { type CallInside, ToolContext } from "./tool-context.ts";

const mcpPath = "/mcp";

export interface McpOptions extends KnownOrigins {
  readonly gatekeeper: Gatekeeper;
}

/** MCP over streamable HTTP, without sessions and streams: each message is a POST with a JSON response. */
export function registerMcpRoutes(app: FastifyInstance, options: McpOptions): void {
  app.route({
    method: "POST",
    url: mcpPath,
    onRequest: async (request, reply) => {
      if (!isAllowedOrigin(request.headers.origin, options)) {
        throw new Problem(
          "forbidden",
          "Pages of this origin may not call the service. An operator can allow it in WEFT_CORS_ORIGINS.",
        );
      }
      request.caller = await options.gatekeeper.admit({ access: "any" }, request, reply);
    },
    errorHandler: answerFailure,
    handler: async (request, reply) => {
      // Loaded on the first call: building the schemas takes 0.1 s, which would slow down every start.
      const { answerBody } = await import("./protocol/answer-body.ts");
      const context = new ToolContext(callInside(app, request, endOf(reply)));
      const { status, body } = await answerBody(request.body, headersOf(request), context);
      return body === undefined ? reply.code(status).send() : sendJson(reply.code(status), body);
    },
  });
}

/** Returns a JSON-RPC error for invalid JSON, and a problem for everything else, as in the rest of the API. */
function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Problem && error.code === "invalid-json") {
    const failure = { code: rpcCodes.parseError, message: `Parse error: ${error.detail}`, status: 400 };
    return sendJson(reply.code(400), rpcError(undefined, failure).body ?? {});
  }
  return answerProblem(error, request, reply);
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
      throw signal.aborted ? new Problem("invalid-request", "The caller disconnected before the response.") : error;
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
