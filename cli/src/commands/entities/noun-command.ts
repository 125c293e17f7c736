import { kindTable } from "@weft/client";
import type { Command } from "commander";
import { noun } from "../../frame/leaf.ts";
import { batchCommand } from "./batch-command.ts";
import { createCommand } from "./create-command.ts";
import { deleteCommand } from "./delete-command.ts";
import { getCommand } from "./get-command.ts";
import { listCommand } from "./list-command.ts";
import type { Noun } from "./nouns.ts";
import { updateCommand } from "./update-command.ts";
import { upsertCommand } from "./upsert-command.ts";

type Verb = "list" | "get" | "create" | "update" | "delete" | "upsert" | "batch";

const verbCommands: Readonly<Record<Verb, (noun: Noun, taken: ReadonlySet<string>) => Command>> = {
  list: listCommand,
  get: getCommand,
  create: createCommand,
  update: updateCommand,
  delete: deleteCommand,
  upsert: upsertCommand,
  batch: batchCommand,
};

/** A noun with the generic verbs of its kind and its own verbs. */
export async function nounCommand(described: Noun): Promise<Command> {
  const own = (await described.own?.()) ?? [];
  const taken = new Set(own.flatMap((command) => [command.name(), ...command.aliases()]));
  const verbs: readonly Verb[] = kindTable[described.kind].verbs;
  const generic = verbs.filter((verb) => !taken.has(verb)).map((verb) => verbCommands[verb](described, taken));
  return noun(described.name, described.description, [...generic, ...own]);
}
