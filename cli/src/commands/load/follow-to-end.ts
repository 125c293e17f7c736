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

/** Follows a load, or its undo, with a progress bar, and prints the result. */
export async function followToEnd(context: Context, { id }: Pick<LoaderProcess, "id">): Promise<void> {
  const load = await follow(context, id);
  await printLoad(context, load);
  requireCompleted(load);
}

/** A summary of a load; for a dry run with the first planned changes. */
export async function printLoad(context: Context, load: LoaderProcess): Promise<void> {
  const { planFileId } = load;
  const { style } = context.print;
  const isPlanWanted = planFileId !== undefined && !context.isJson;
  const changes = isPlanWanted ? await readPlan(await context.weft(), planFileId, context.signal) : [];
  const plan = isPlanWanted ? formatPlan(load, changes, style) : "";
  context.print.result(load, () => [formatLoad(load, style), plan].filter((part) => part !== "").join("\n"));
}

/** Waits for a running load. An interrupt prints that the load continues. */
async function follow(context: Context, id: string): Promise<LoaderProcess> {
  const weft = await context.weft();
  const display = openProgress(context.terminal, context.isJson);
  try {
    return await followThroughOutages(weft, id, display, context.signal);
  } catch (error) {
    if (!context.signal.aborted) throw error;
    throw new CliError(`Stopped watching. The load ${id} continues.`, {
      next: `weft loads watch ${id} follows it again, weft loads cancel ${id} cancels it.`,
      exitCode: exitCodes.interrupted,
    });
  } finally {
    display.end();
  }
}
