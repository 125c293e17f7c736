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

/** Also called show, unless the noun has its own command of that name. */
export function getCommand(noun: Noun, taken: ReadonlySet<string>): Command {
  const command = defineCommand("get", {
    description: `Show one ${noun.kind}`,
    examples: [`weft ${noun.name} get <id>`, `weft ${noun.name} get <id> --json`],
  });
  if (!taken.has("show")) command.alias("show");
  return command
    .argument("[id]", "entity id")
    .option("--federated-id <key>", "external ID instead of the id")
    .option("--fields <names>", "fields to show, comma-separated")
    .option("--relations <names>", "references to expand, comma-separated")
    .option("--as-of <cursor or time>", "state at this cursor or time")
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
  throw usageError("Id missing. Pass an id, or --federated-id with an external ID.");
}
