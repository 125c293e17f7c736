import type { Command } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import type { Noun } from "./nouns.ts";

interface GetOptions extends SharedOptions {
  readonly federatedId?: string;
  readonly fields?: string;
  readonly relations?: string;
  readonly asOf?: string;
}

export function getCommand(noun: Noun): Command {
  return defineCommand("get", {
    description: `Show one of the ${noun.name}`,
    examples: [`weft ${noun.name} get <id>`, `weft ${noun.name} get <id> --json`],
  })
    .alias("show")
    .argument("[id]", "its id")
    .option("--federated-id <key>", "your own key instead of the id")
    .option("--fields <names>", "only these fields, separated by commas")
    .option("--relations <names>", "references to show as entities, separated by commas")
    .option("--as-of <cursor or time>", "as it was then")
    .action(
      commandAction<GetOptions>(async (context, { args: [id], options }) => {
        const { federatedId, fields, relations, asOf } = options;
        const weft = await context.weft();
        const reading = {
          entityName: noun.kind,
          signal: context.signal,
          ...(fields === undefined ? {} : { fields }),
          ...(relations === undefined ? {} : { relations }),
          ...(asOf === undefined ? {} : { asOf }),
        };
        context.print.fields(await weft.entities.get<object>({ ...reading, ...wanted(id, federatedId) }));
      }),
    );
}

function wanted(id: string | undefined, federatedId: string | undefined): { id: string } | { federatedId: string } {
  if (id !== undefined && federatedId === undefined) return { id };
  if (id === undefined && federatedId !== undefined) return { federatedId };
  throw usageError("Which one? Give its id, or --federated-id with your own key.");
}
