import { writeFileSync } from "node:fs";
import { type Command, Option } from "commander";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { describeStored } from "./describe-stored.ts";
import { loadTypes } from "./load-types.ts";
import { writeJson, writeYaml } from "./write-type-file.ts";

interface Options extends SharedOptions {
  readonly output?: string;
  readonly format: "yaml" | "json";
}

export function typesExportCommand(): Command {
  return defineCommand("export", {
    description: "Export all defined types and option sets to a file, without ids and times",
    examples: [
      "weft types export --output types.yaml",
      "weft types export --format json | jq '.entityTypes[].typePath'",
      "weft types export --profile test | diff types.yaml -",
    ],
  })
    .option("-o, --output <file>", "write to this file instead of standard output")
    .addOption(new Option("--format <format>", "output format").choices(["yaml", "json"]).default("yaml"))
    .action(
      commandAction<Options>(async (context, { options }) => {
        const file = describeStored(await loadTypes(await context.weft(), context.signal));
        const text = options.format === "json" || context.isJson ? writeJson(file) : writeYaml(file);
        if (options.output === undefined) {
          context.terminal.out(text);
          return;
        }
        writeFileSync(options.output, text);
        const { entityTypes, optionSets } = file;
        context.print.note(`${options.output}: types ${entityTypes.length}, option sets ${optionSets.length}`);
      }),
    );
}
