import type { CallOptions } from "./operation-call.ts";

/** Parts what a call is about from how it is to be made. */
export function splitOptions<Input extends CallOptions>(
  input: Input,
): { readonly options: CallOptions; readonly rest: Omit<Input, keyof CallOptions> } {
  const { signal, timeoutMs, retries, idempotencyKey, ifMatch, ...rest } = input;
  return { options: { signal, timeoutMs, retries, idempotencyKey, ifMatch }, rest };
}
