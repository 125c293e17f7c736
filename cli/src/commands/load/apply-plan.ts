import type { Context } from "../../frame/context.ts";
import { followToEnd } from "./follow-to-end.ts";

/** Applies the plan of a dry run. */
export async function applyPlan(context: Context, dryRunId: string, isWatched: boolean): Promise<void> {
  const weft = await context.weft();
  const load = await weft.loader.start({ config: { applyPlanOf: dryRunId }, signal: context.signal });
  if (isWatched) {
    await followToEnd(context, load);
    return;
  }
  context.print.result(load, () => load.id);
  context.print.note(`Follow it with weft loads watch ${load.id}`);
}
