import type { CallbackReceipt } from "@weft/client";
import type { Context } from "../../frame/context.ts";

/** Prints the result of a callback. */
export function printReceipt({ print }: Context, receipt: CallbackReceipt, words: string): void {
  const early = "The task is not waiting yet: the callback is queued, and applied as soon as it is.";
  print.result(receipt, () => `${receipt.applied ? words : early} Run ${receipt.processId}.`);
}
