import type { LoaderProcess } from "@weft/client";
import { CliError } from "../../frame/cli-error.ts";
import type { Context } from "../../frame/context.ts";
import { exitCodes } from "../../frame/exit-codes.ts";
import { openProgress } from "../../output/progress-bar.ts";
import { followThroughOutages } from "./follow-through-outages.ts";
import { formatLoad } from "./format-load.ts";
import { formatPlan } from "./format-plan.ts";
import { readPlan } from "./read-plan.ts";
import { requireCompleted } from "./require-completed.ts";

/** Follows a load, or its undo, with a progress bar, and tells what became of it. */
export async function followToEnd(context: Context, { id }: Pick<LoaderProcess, "id">): Promise<void> {
  const load = await follow(context, id);
  await printLoad(context, load);
  requireCompleted(load);
}

/** What is known of a load, in words; of a dry run also the first changes that it has planned. */
export async function printLoad(context: Context, load: LoaderProcess): Promise<void> {
  const { planFileId } = load;
  const { style } = context.print;
  const isPlanWanted = planFileId !== undefined && !context.isJson;
  const changes = isPlanWanted ? await readPlan(await context.weft(), planFileId, context.signal) : [];
  const plan = isPlanWanted ? formatPlan(load, changes, style) : "";
  context.print.result(load, () => [formatLoad(load, style), plan].filter((part) => part !== "").join("\n"));
}

/** The end of a load that is under way. Whoever interrupts hears that it goes on. */
async function follow(context: Context, id: string): Promise<LoaderProcess> {
  const weft = await context.weft();
  const display = openProgress(context.terminal, context.isJson);
  try {
    return await followThroughOutages(weft, id, display, context.signal);
  } catch (error) {
    if (!context.signal.aborted) throw error;
    throw new CliError(`No longer watching. The load ${id} goes on.`, {
      next: `weft loads watch ${id} shows it again, weft loads cancel ${id} ends it.`,
      exitCode: exitCodes.interrupted,
    });
  } finally {
    display.end();
  }
}
