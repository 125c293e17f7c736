import { z } from "zod";

/** The error codes of JSON-RPC 2.0 and of MCP. */
export const rpcCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  headerMismatch: -32_020,
  unsupportedVersion: -32_022,
} as const;

type RpcCode = (typeof rpcCodes)[keyof typeof rpcCodes];
export type RpcId = string | number;

const idSchema = z.union([z.string(), z.int()]);
const paramsSchema = z.looseObject({ _meta: z.looseObject({}).optional() });

const messageSchema = z.looseObject({
  jsonrpc: z.literal("2.0"),
  id: idSchema.optional(),
  method: z.string(),
  params: paramsSchema.optional(),
});

/** A request, or a notification if it has no id. */
export type RpcMessage = z.output<typeof messageSchema>;
export type RpcParams = z.output<typeof paramsSchema>;

/** The HTTP response. A notification has no response body. */
export interface RpcResponse {
  readonly status: number;
  readonly body?: object;
}

export function readMessage(value: unknown): RpcMessage | undefined {
  return messageSchema.safeParse(value).data;
}

/** A response, although the service sends no requests: clients of older versions may send one. */
export function isResponse(value: unknown): boolean {
  const isObject = typeof value === "object" && value !== null;
  return isObject && !("method" in value) && ("result" in value || "error" in value);
}

/** The id of an otherwise invalid message, so that its sender can match the error. */
export function idOf(value: unknown): RpcId | undefined {
  return z.looseObject({ id: idSchema }).safeParse(value).data?.id;
}

export interface RpcFailure {
  readonly code: RpcCode;
  readonly message: string;
  readonly data?: object;
  readonly status: number;
}

export function rpcResult(id: RpcId, result: object): RpcResponse {
  return { status: 200, body: { jsonrpc: "2.0", id, result } };
}

export function rpcError(id: RpcId | undefined, { code, message, data, status }: RpcFailure): RpcResponse {
  const error = { code, message, ...(data === undefined ? {} : { data }) };
  return { status, body: { jsonrpc: "2.0", id: id ?? null, error } };
}
