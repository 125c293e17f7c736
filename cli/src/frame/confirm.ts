import { safeText } from "../output/safe-text.ts";
import { CliError, usageError } from "./cli-error.ts";
import type { Context } from "./context.ts";

/** Asks before something is done that cannot be taken back. Programs say --yes. */
export async function confirm({ terminal, signal }: Context, question: string): Promise<void> {
  if (!terminal.isInteractive) {
    throw usageError("This cannot be taken back, and nobody is here to be asked.", "Give --yes to do it.");
  }
  const answer = await terminal.ask({ text: `${safeText(question)} [y/N]`, signal });
  if (!/^y(es)?$/i.test(answer.trim())) throw new CliError("Nothing was done.");
}
