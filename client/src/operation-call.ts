import type { Operations } from "./contract/operation-types.ts";

export type OperationId = keyof Operations;

/** The input of an operation as in the contract: params, query and body, as far as it has them. */
export type OperationInput<Id extends OperationId> = Omit<Operations[Id], "answer">;

export type OperationAnswer<Id extends OperationId> = Operations[Id]["answer"];

/** The input is optional if the operation requires none. */
export type CallArguments<Id extends OperationId> =
  Record<never, never> extends OperationInput<Id>
    ? [input?: OperationInput<Id>, options?: CallOptions]
    : [input: OperationInput<Id>, options?: CallOptions];

export interface CallOptions {
  /** Aborts the call, its waits and its retries, with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Timeout per attempt, until the response is read; for a stream, until it starts. 0 means no limit. */
  readonly timeoutMs?: number | undefined;
  /** Time limit for the whole call, with all its attempts and waits; for a stream, until it starts. Default: the session's; 0 means no limit. */
  readonly deadlineMs?: number | undefined;
  /** Maximum retries after 429, 503 and lost connections. */
  readonly retries?: number | undefined;
  /** Generated for each call that creates something, so that a retry does not create it twice. Pass your own to retry after a crash. */
  readonly idempotencyKey?: string | undefined;
  /** The version that was read: if the entity has changed since, the call fails with 412. */
  readonly ifMatch?: number | undefined;
  /** Makes several writes one change set: 1 to 64 letters, digits, dots, hyphens or underscores, such as a UUID. */
  readonly changeSetId?: string | undefined;
}

/** Anything that can make calls: a separate session, or the one of login. */
export interface Caller {
  /** Makes one API call by its operation id, such as list-items. */
  call<Id extends OperationId>(id: Id, ...args: CallArguments<Id>): Promise<OperationAnswer<Id>>;
  /** Makes a call by its path. Resolves with a success response whose body is not read yet. */
  send(request: RawRequest, options?: CallOptions): Promise<Response>;
}

/** A call by its path: for bytes and streams, and for operations of a newer service. */
export interface RawRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Relative to the base URL, such as /files. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestBody | undefined;
  /** Whether it can be repeated safely. Default: true, except for POST. */
  readonly isRepeatable?: boolean;
  /** Whether the response must be read completely, so that an interrupted one is retried. */
  readonly isWhole?: boolean;
  /** Whether the service holds it until something happens: it does not count for maxConcurrency. */
  readonly isHeld?: boolean;
  /** Whether an error response with plain JSON is returned instead of thrown: other protocols have their own errors. */
  readonly takesJsonRefusals?: boolean;
}

/** A stream can be read only once, so it comes from a function that is called for each attempt. */
export type RequestBody = string | Blob | Uint8Array<ArrayBuffer> | (() => ReadableStream<Uint8Array>);
