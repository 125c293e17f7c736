import type { CallOptions } from "./operation-call.ts";

/** Separates the input of a call from its call options. */
export function splitOptions<Input extends CallOptions>(
  input: Input,
): { readonly options: CallOptions; readonly rest: Omit<Input, keyof CallOptions> } {
  const { signal, timeoutMs, deadlineMs, retries, idempotencyKey, ifMatch, changeSetId, ...rest } = input;
  return { options: { signal, timeoutMs, deadlineMs, retries, idempotencyKey, ifMatch, changeSetId }, rest };
}
