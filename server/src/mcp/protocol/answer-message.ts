import type { ToolContext } from "../tool-context.ts";
import { serverInfo } from "./introduction.ts";
import {
  idOf,
  isResponse,
  type RpcAnswer,
  type RpcFailure,
  type RpcMessage,
  readMessage,
  rpcCodes,
  rpcError,
  rpcResult,
} from "./json-rpc.ts";
import { handshakeMethods, type Methods, type Outcome, statelessMethods } from "./methods.ts";
import { findMetadataError, isStatelessRequest, type RpcHeaders } from "./request-metadata.ts";

/** Handles one message of a client. Stateless: each message contains all that is needed. */
export async function answerMessage(value: unknown, headers: RpcHeaders, context: ToolContext): Promise<RpcAnswer> {
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
