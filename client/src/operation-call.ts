import type { Operations } from "./contract/operation-types.ts";

export type OperationId = keyof Operations;

/** What an operation takes, as the contract has it: params, query and body, as far as it has them. */
export type OperationInput<Id extends OperationId> = Omit<Operations[Id], "answer">;

export type OperationAnswer<Id extends OperationId> = Operations[Id]["answer"];

/** The input is left out where the operation needs none. */
export type CallArguments<Id extends OperationId> =
  Record<never, never> extends OperationInput<Id>
    ? [input?: OperationInput<Id>, options?: CallOptions]
    : [input: OperationInput<Id>, options?: CallOptions];

export interface CallOptions {
  /** Ends the call, its waiting and its retries, with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** For each attempt, until its answer is read; of a stream, until it begins. 0 means no limit. */
  readonly timeoutMs?: number | undefined;
  /** How often a call is made again after 429, 503 and lost connections. */
  readonly retries?: number | undefined;
  /** Made for each call that creates something, so that a lost answer does not create it twice. Give your own to go on after a crash. */
  readonly idempotencyKey?: string | undefined;
  /** The version that was read: if somebody has changed it since, the call is refused with 412. */
  readonly ifMatch?: number | undefined;
}

/** Whoever can make calls: a session of its own, or the one that login has begun. */
export interface Caller {
  /** Makes one call of the API by the id of its operation, such as list-items. */
  call<Id extends OperationId>(id: Id, ...args: CallArguments<Id>): Promise<OperationAnswer<Id>>;
  /** Makes a call by its path. The answer is one of success, and its body is still to be read. */
  send(request: RawRequest, options?: CallOptions): Promise<Response>;
}

/** A call by its path: for bytes and streams, and for what a newer service has. */
export interface RawRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below the base address, such as /files. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestBody | undefined;
  /** Whether a second one does no harm. Left out: unless it is a POST. */
  readonly isRepeatable?: boolean;
  /** Whether the answer counts only when all of it has been read, so that one that breaks off is asked for again. */
  readonly isWhole?: boolean;
  /** Whether a refusal that is plain JSON, and no problem, is an answer too: other protocols have errors of their own. */
  readonly takesJsonRefusals?: boolean;
}

/** A stream can be read once only, so it comes from a function that is asked for each attempt. */
export type RequestBody = string | Blob | Uint8Array<ArrayBuffer> | (() => ReadableStream<Uint8Array>);
