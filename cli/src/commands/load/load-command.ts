import type { Command } from "commander";
import { Option } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { applyPlan } from "./apply-plan.ts";
import { loadFile } from "./load-file.ts";
import type { LoadOptions } from "./load-options.ts";

export function loadCommand(): Command {
  return defineCommand("load", {
    description: "Load a CSV file as a configuration says, and follow it to its end",
    examples: [
      "weft load line.csv line.yaml",
      "weft load line.csv line.yaml --dry-run",
      "weft load --apply <id of the dry run>",
      "weft load line.csv line.yaml --sample 5",
      "weft load line.csv line.yaml --on-row-error skip --json",
      "export-from-erp | weft load - line.yaml",
    ],
  })
    .argument("[file]", "the CSV file; - reads standard input")
    .argument("[config]", "what its columns mean, as YAML or JSON")
    .option("--dry-run", "do everything but the writes, and show what they would be")
    .option("--sample <rows>", "show the first rows after each step, and write nothing")
    .option("--apply <load>", "write what this dry run has planned, in place of a file and a configuration")
    .option("--watch", "follow the load until it has ended (this is the default)", true)
    .option("--no-watch", "start it, print its id and go")
    .addOption(
      new Option("--on-row-error <what>", "abort: one fault and nothing is written; skip: good rows load").choices([
        "abort",
        "skip",
      ]),
    )
    .addOption(
      new Option("--encoding <name>", "of the file, where it cannot be found out").choices([
        "utf-8",
        "utf-16le",
        "utf-16be",
        "windows-1252",
      ]),
    )
    .addOption(
      new Option("--delimiter <mark>", "between cells, where it cannot be found out").choices([",", ";", "tab", "|"]),
    )
    .option("--workspace <identifier>", "of the project that takes project items")
    .option("--max-removals <number>", "refuse to remove more members of assortments than this")
    .option("--strict-columns", "an unknown column in an expression is an error")
    .action(
      commandAction<LoadOptions>(async (context, { args: [file, config], options }) => {
        if (options.apply !== undefined) {
          if (file !== undefined) throw usageError("--apply takes the file and the configuration of the dry run.");
          await applyPlan(context, options.apply, options.watch);
          return;
        }
        if (file === undefined || config === undefined) {
          throw usageError("A load needs two files.", "weft load <file.csv> <config.yaml>");
        }
        await loadFile(context, { file, config, options });
      }),
    );
}
