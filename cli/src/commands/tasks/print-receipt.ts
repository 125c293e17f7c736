import type { CallbackReceipt } from "@weft/client";
import type { Context } from "../../frame/context.ts";

/** What became of a callback. */
export function printReceipt({ print }: Context, receipt: CallbackReceipt, words: string): void {
  const early = "The task does not wait yet: this is kept, and applied the moment it does.";
  print.result(receipt, () => `${receipt.applied ? words : early} Run ${receipt.processId}.`);
}
