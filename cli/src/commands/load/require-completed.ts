import type { LoaderProcess } from "@weft/client";
import { CliError } from "../../frame/cli-error.ts";

/** Leaves with a failure where the load, or its undo, did not end well; what became of it has been told. */
export function requireCompleted({ id, status, issuesFileId, undo }: LoaderProcess): void {
  if (undo?.status === "failed") {
    throw new CliError(`The undo of the load ${id} has failed.`, { next: `weft loads undo ${id} tries it again.` });
  }
  if (status === "canceled" && undo === undefined) throw new CliError(`The load ${id} was canceled.`);
  if (status === "failed" && undo === undefined) {
    throw new CliError(`The load ${id} has failed.`, {
      next:
        issuesFileId === undefined
          ? "Mend what is named above and load again."
          : `weft loads issues ${id} --output issues.csv gets the rows: mend them and load that file.`,
    });
  }
}
