import type { loadOperations } from "@weft/contract";
import type { z } from "zod";
import { cut } from "./cut.ts";

type Load = z.output<(typeof loadOperations)["get"]["answers"][200]["body"]>;

const issuesMax = 10;

/** The progress of a load, its results or plan, and the next step. */
export function presentLoad(load: Load, planned: readonly unknown[]): object {
  const { id, status, dryRun = false, changeSetId, failureArea, progress, counts, warnings, errors, issues } = load;
  return {
    loadId: id,
    status,
    dryRun,
    ...(failureArea === "NONE" ? {} : { failureArea }),
    ...(hasEnded(status) ? {} : { progress }),
    counts,
    ...(planned.length === 0 ? {} : { firstPlannedChanges: cut(planned, { textMax: 200, listMax: 20 }) }),
    ...(dryRun ? {} : { changeSetId }),
    errors,
    warnings,
    issues: cut(issues.slice(0, issuesMax), { textMax: 500, listMax: issuesMax }),
    ...(issues.length > issuesMax ? { moreIssues: issues.length - issuesMax } : {}),
    ...filesOf(load),
    ...(load.undescribedColumns === undefined
      ? {}
      : { undescribedColumns: cut(load.undescribedColumns, { textMax: 100, listMax: 20 }) }),
    next: nextStep(load),
  };
}

function hasEnded(status: Load["status"]): boolean {
  return status !== "pending" && status !== "running";
}

function filesOf({ fileLocation, issuesFileId, resultFileId, planFileId }: Load): object {
  const files = { fileId: fileLocation, issuesFileId, resultFileId, planFileId };
  return Object.fromEntries(Object.entries(files).filter(([, id]) => id !== undefined));
}

function nextStep({ id, status, dryRun, fileLocation }: Load): string {
  switch (status) {
    case "pending":
    case "running":
      return `The load is still running. Call load with loadId: "${id}" to check again.`;
    case "completed":
      return dryRun === true
        ? `Nothing was written. If the user agrees, call load with applyPlanOf: "${id}" and dryRun: false.`
        : `The data is written. Use changes with its changeSetId, or find, to see the result.`;
    case "failed":
      return `Fix the issues in the file or in config, and run the dry run again; if only config is wrong, send fileId: "${fileLocation}" instead of csv.`;
    case "canceled":
      return "The load was canceled. Ask before you start it again.";
  }
}
