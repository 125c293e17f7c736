import { writeFileSync } from "node:fs";
import type { Command } from "commander";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { describeStored } from "./describe-stored.ts";
import { generateTypes } from "./generate-types.ts";
import { loadTypes } from "./load-types.ts";

interface Options extends SharedOptions {
  readonly output?: string;
}

export function typesGenerateCommand(): Command {
  return defineCommand("generate", {
    description: "Generate TypeScript types of your properties for @weft/client",
    examples: ["weft types generate --output weft-types.ts", "weft types generate | less"],
  })
    .option("-o, --output <file>", "write to this file instead of standard output")
    .action(
      commandAction<Options>(async (context, { options: { output } }) => {
        const file = describeStored(await loadTypes(await context.weft(), context.signal));
        const text = generateTypes(file);
        if (output !== undefined) writeFileSync(output, text);
        const value = { types: file.entityTypes.map(({ typePath }) => typePath), output: output ?? null, text };
        context.print.result(value, () => (output === undefined ? text : ""));
        if (output !== undefined)
          context.print.note(`${output}: types ${file.entityTypes.length}. Import it once, anywhere in your program.`);
      }),
    );
}
