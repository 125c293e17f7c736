import { CliError } from "../../frame/cli-error.ts";
import { exitCodes } from "../../frame/exit-codes.ts";
import { loadTypes } from "../entity-types/load-types.ts";
import { planImport } from "../entity-types/plan-import.ts";
import { runImport } from "../entity-types/run-import.ts";
import type { DemoContext } from "./demo-context.ts";
import { demoTypes } from "./demo-types.ts";

/** Defines missing types. Types that the organization defines differently are not changed. */
export async function describeDemoTypes({ weft, signal }: DemoContext): Promise<void> {
  const stored = await loadTypes(weft, signal);
  const plan = planImport({ file: demoTypes(), stored, deletesOthers: false });
  const foreign = plan.steps.filter(({ isAdditive }) => !isAdditive).map(({ key }) => key);
  if (foreign.length > 0) {
    throw new CliError(`The organization already defines ${foreign.join(", ")} differently from the demo data.`, {
      exitCode: exitCodes.conflict,
      next: "Nothing was changed. Use another organization for the demo.",
    });
  }
  const refusal = await runImport(weft, plan, { force: false, signal }, () => {});
  if (refusal !== undefined) throw refusal.error;
}
