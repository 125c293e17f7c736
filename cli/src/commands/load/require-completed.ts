import type { LoaderProcess } from "@weft/client";
import { CliError } from "../../frame/cli-error.ts";

/** Exits with a failure if the load, or its undo, did not complete; the result is already printed. */
export function requireCompleted({ id, status, issues, issuesFileId, undo }: LoaderProcess): void {
  if (undo?.status === "failed") {
    throw new CliError(`The undo of the load ${id} failed.`, { next: `Retry it: weft loads undo ${id}` });
  }
  if (status === "canceled" && undo === undefined) throw new CliError(`The load ${id} was canceled.`);
  if (status === "failed" && undo === undefined) {
    throw new CliError(`The load ${id} failed.`, {
      next: !hasRowErrors(issues)
        ? "Correct the configuration as described above, and load the file again."
        : issuesFileId === undefined
          ? "Fix the issues above and load again."
          : `Download the rows with weft loads issues ${id} --output issues.csv, correct them and load that file.`,
    });
  }
}

/** A load that failed because of its configuration has not checked its rows. */
function hasRowErrors(issues: LoaderProcess["issues"]): boolean {
  const errors = issues.filter(({ severity }) => severity === "error");
  return errors.length === 0 || errors.some(({ rowNumber }) => rowNumber !== undefined);
}
