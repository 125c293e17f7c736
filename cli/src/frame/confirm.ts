import { safeText } from "../output/safe-text.ts";
import { CliError, usageError } from "./cli-error.ts";
import type { Context } from "./context.ts";

/** Asks for confirmation before an action that cannot be undone. Scripts pass --yes. */
export async function confirm({ terminal, signal }: Context, question: string): Promise<void> {
  if (!terminal.isInteractive) {
    throw usageError("This cannot be undone, and there is no terminal to confirm on.", "Pass --yes to confirm.");
  }
  const answer = await terminal.ask({ text: `${safeText(question)} [y/N]`, signal });
  if (!/^y(es)?$/i.test(answer.trim())) throw new CliError("Canceled. Nothing was changed.");
}
