import type { RawRequest } from "./operation-call.ts";

/** Functions that are called with every attempt, for logs and metrics. */
export interface Hooks {
  /** Before an attempt is sent. */
  readonly onRequest?: ((request: SentRequest) => void) | undefined;
  /** After a response of any status has arrived. */
  readonly onResponse?: ((response: ReceivedResponse) => void) | undefined;
  /** Before the wait for another attempt. */
  readonly onRetry?: ((retry: RetriedRequest) => void) | undefined;
}

/** An attempt of a call. */
export interface SentRequest {
  readonly method: RawRequest["method"];
  /** Relative to the base URL. */
  readonly path: string;
}

export interface ReceivedResponse extends SentRequest {
  readonly status: number;
  /** Identifies the call in the service's log. */
  readonly requestId: string | undefined;
  readonly durationMs: number;
}

export interface RetriedRequest extends SentRequest {
  /** The failed attempt: 1 for the first. */
  readonly attempt: number;
  /** How long the call waits before the next attempt. */
  readonly delayMs: number;
  /** Why the attempt failed: normally an ApiError. */
  readonly error: unknown;
}

export function sentRequest({ method, path }: RawRequest): SentRequest {
  return { method, path };
}
