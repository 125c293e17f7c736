import type { FailureArea } from "../load.ts";
import { LoadFailure } from "../load-issue.ts";
import type { LoadRun } from "./load-run.ts";
import { LoadFailed } from "./run-endings.ts";

/** Runs a stage of the load. A failure that it throws is reported, and ends the load in this area. */
export async function inArea<Result>(
  { issues }: LoadRun,
  area: FailureArea,
  stage: () => Promise<Result> | Result,
): Promise<Result> {
  try {
    return await stage();
  } catch (error) {
    if (error instanceof LoadFailure) {
      issues.addAll(error.issues);
      throw new LoadFailed(area, { cause: error });
    }
    throw error;
  }
}
