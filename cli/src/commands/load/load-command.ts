import type { Command } from "commander";
import { Option } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { applyPlan } from "./apply-plan.ts";
import { loadFile } from "./load-file.ts";
import type { LoadOptions } from "./load-options.ts";

export function loadCommand(): Command {
  return defineCommand("load", {
    description: "Load a CSV file with a configuration and follow the load",
    examples: [
      "weft load line.csv line.yaml",
      "weft load line.csv line.yaml --dry-run",
      "weft load --apply <id of the dry run>",
      "weft load line.csv line.yaml --sample 5",
      "weft load line.csv line.yaml --on-row-error skip --json",
      "export-from-erp | weft load - line.yaml",
    ],
  })
    .argument("[file]", "CSV file; - reads standard input")
    .argument("[config]", "load configuration, as YAML or JSON")
    .option("--dry-run", "validate and show the planned writes without writing")
    .option("--sample <rows>", "show the first rows after each step, without writing")
    .option("--apply <load>", "apply the plan of this dry run, instead of a file and a configuration")
    .option("--watch", "follow the load until it ends (default)", true)
    .option("--no-watch", "start the load, print its id and exit")
    .addOption(
      new Option("--on-row-error <what>", "abort: load nothing if a row is invalid; skip: load valid rows").choices([
        "abort",
        "skip",
      ]),
    )
    .addOption(
      new Option("--encoding <name>", "encoding of the file. Default: detected.").choices([
        "utf-8",
        "utf-16le",
        "utf-16be",
        "windows-1252",
      ]),
    )
    .addOption(new Option("--delimiter <mark>", "cell delimiter. Default: detected.").choices([",", ";", "tab", "|"]))
    .option("--workspace <identifier>", "workspace of the project for project items")
    .option("--max-removals <number>", "fail if more assortment members than this would be removed")
    .option("--strict-columns", "treat unknown columns in expressions as errors")
    .action(
      commandAction<LoadOptions>(async (context, { args: [file, config], options }) => {
        if (options.apply !== undefined) {
          if (file !== undefined) throw usageError("--apply uses the file and the configuration of the dry run.");
          await applyPlan(context, options.apply, options.watch);
          return;
        }
        if (file === undefined || config === undefined) {
          throw usageError("Pass a CSV file and a configuration.", "weft load <file.csv> <config.yaml>");
        }
        await loadFile(context, { file, config, options });
      }),
    );
}
