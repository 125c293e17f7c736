import type { Command } from "commander";
import { loadConfig } from "../config.ts";
import { operatorCommand } from "./operator-command.ts";

/** Loads the checks only when it runs: the service starts without them. */
export function doctorCommand(): Command {
  const description = "Check configuration, database, disk, clock, S3 and sign-on, and report problems";
  return operatorCommand("doctor", description, ["weft doctor", "DATA_DIR=/var/lib/weft weft doctor --json"])
    .option("--json", "print one JSON object")
    .action(async ({ json = false }: { json?: boolean }) => {
      const { examine } = await import("../doctor/examine.ts");
      const { formatReport } = await import("../doctor/format-report.ts");
      const report = await examine(loadConfig);
      await print(json ? JSON.stringify(report, undefined, 2) : formatReport(report, { hasColors: hasColors() }));
      // A check that hangs because a peer does not respond must not keep the command from ending.
      process.exit(report.faults > 0 ? 1 : 0);
    });
}

/** Node honors NO_COLOR here. */
function hasColors(): boolean {
  return process.stdout.isTTY && process.stdout.hasColors();
}

/** The reader of the output may have closed it already, as head does. */
async function print(text: string): Promise<void> {
  await new Promise<void>((resolve) => {
    process.stdout.once("error", () => resolve()).write(`${text}\n`, () => resolve());
  });
}
