import type { Tool } from "../define-tool.ts";
import type { ToolContext } from "../tool-context.ts";
import { aggregateTool } from "../tools/aggregate-tool.ts";
import { changesTool } from "../tools/changes-tool.ts";
import { explainTool } from "../tools/explain-tool.ts";
import { findTool } from "../tools/find-tool.ts";
import { getTool } from "../tools/get-tool.ts";
import { loadTool } from "../tools/load-tool.ts";
import { tasksTool } from "../tools/tasks-tool.ts";
import { typesTool } from "../tools/types-tool.ts";
import { writeTool } from "../tools/write-tool.ts";
import { instructions, serverInfo } from "./introduction.ts";
import {
  idOf,
  isResponse,
  type RpcFailure,
  type RpcMessage,
  type RpcParams,
  type RpcResponse,
  readMessage,
  rpcCodes,
  rpcError,
  rpcResult,
} from "./json-rpc.ts";
import {
  batchVersion,
  findMetadataError,
  isStatelessRequest,
  negotiateVersion,
  type RpcHeaders,
  supportedVersions,
} from "./request-metadata.ts";

/** All tools in display order. The order does not change, because clients may cache the list. */
const tools: readonly Tool[] = [
  findTool,
  aggregateTool,
  getTool,
  writeTool,
  loadTool,
  changesTool,
  tasksTool,
  typesTool,
  explainTool,
];

export const toolNames: readonly string[] = tools.map(({ name }) => name);

function describeTools(): object[] {
  return tools.map(({ description }) => description);
}

function toolNamed(name: unknown): Tool | undefined {
  return tools.find((tool) => tool.name === name);
}

type Outcome = { readonly result: object } | { readonly failure: RpcFailure };
type Methods = Readonly<Record<string, (params: RpcParams, context: ToolContext) => Promise<Outcome> | Outcome>>;

const capabilities = { tools: {} };

// The tools are the same for every key, and change only with a release.
const freshness = { ttlMs: 300_000, cacheScope: "public" };

/** For versions that start with initialize. */
const handshakeMethods: Methods = {
  initialize: ({ protocolVersion }) => ({
    result: { protocolVersion: negotiateVersion(protocolVersion), capabilities, serverInfo, instructions },
  }),
  ping: () => ({ result: {} }),
  "tools/list": () => ({ result: { tools: describeTools() } }),
  "tools/call": callTool,
};

/** For versions with stateless requests. */
const statelessMethods: Methods = {
  "server/discover": () => ({
    result: { supportedVersions, capabilities, serverInfo, instructions, ...freshness },
  }),
  "tools/list": () => ({ result: { tools: describeTools(), ...freshness } }),
  "tools/call": callTool,
};

async function callTool({ name, arguments: given }: RpcParams, context: ToolContext): Promise<Outcome> {
  const tool = toolNamed(name);
  if (tool !== undefined) {
    return { result: await tool.call(given ?? {}, context) };
  }
  const message = `Unknown tool: ${String(name)}. The tools are ${toolNames.join(", ")}.`;
  return { failure: { code: rpcCodes.invalidParams, message, status: 200 } };
}

const messagesMax = 20;

/** A body is one message. Only the version with batches, whose clients send no version header, also allows a list. */
export async function handleBody(body: unknown, headers: RpcHeaders, context: ToolContext): Promise<RpcResponse> {
  if (!Array.isArray(body)) {
    return handleMessage(body, headers, context);
  }
  const mayBatch = (headers.version ?? batchVersion) === batchVersion;
  if (!mayBatch || body.length === 0 || body.length > messagesMax) {
    const message = mayBatch
      ? `A batch has 1 to ${messagesMax} messages.`
      : "Send one message per request: this version does not support batches.";
    return rpcError(undefined, { code: rpcCodes.invalidRequest, message, status: 400 });
  }
  const responses: object[] = [];
  for (const message of body) {
    responses.push(...[(await handleMessage(message, headers, context)).body ?? []].flat());
  }
  return responses.length === 0 ? { status: 202 } : { status: 200, body: responses };
}

/** Handles one message of a client. Stateless: each message contains all that is needed. */
async function handleMessage(value: unknown, headers: RpcHeaders, context: ToolContext): Promise<RpcResponse> {
  if (isResponse(value)) {
    return { status: 202 };
  }
  const message = readMessage(value);
  if (message === undefined) {
    return rpcError(idOf(value), noMessage);
  }
  const { id } = message;
  const error = findMetadataError(message, headers);
  if (error !== undefined) {
    return rpcError(id, error);
  }
  if (id === undefined) {
    return { status: 202 };
  }
  const era = isStatelessRequest(message, headers) ? statelessEra : handshakeEra;
  const outcome = await perform(message, era.methods, context);
  return "failure" in outcome
    ? rpcError(id, era.finishFailure(outcome.failure))
    : rpcResult(id, era.finishResult(outcome.result));
}

const noMessage: RpcFailure = {
  code: rpcCodes.invalidRequest,
  message:
    'Send one JSON-RPC 2.0 message: {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}. id must be a string or an integer, params an object.',
  status: 400,
};

interface Era {
  readonly methods: Methods;
  finishResult(result: object): object;
  finishFailure(failure: RpcFailure): RpcFailure;
}

const handshakeEra: Era = {
  methods: handshakeMethods,
  finishResult: (result) => result,
  finishFailure: (failure) => failure,
};

/** Every result includes its type and server, and an unknown method has its own status. */
const statelessEra: Era = {
  methods: statelessMethods,
  finishResult: (result) => ({
    resultType: "complete",
    ...result,
    _meta: { "io.modelcontextprotocol/serverInfo": serverInfo },
  }),
  finishFailure: (failure) => (failure.code === rpcCodes.methodNotFound ? { ...failure, status: 404 } : failure),
};

async function perform({ method, params = {} }: RpcMessage, methods: Methods, context: ToolContext): Promise<Outcome> {
  const known = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (known !== undefined) {
    return known(params, context);
  }
  const message = `Method not found: ${method}. Supported: ${Object.keys(methods).join(", ")}.`;
  return { failure: { code: rpcCodes.methodNotFound, message, status: 200 } };
}
