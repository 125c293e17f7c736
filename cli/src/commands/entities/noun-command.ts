import { kindTable } from "@weft/client";
import type { Command } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand, noun } from "../../frame/define-command.ts";
import { aggregateCommand } from "./aggregate-command.ts";
import { batchCommand } from "./batch-command.ts";
import { deleteCommand } from "./delete-command.ts";
import { listCommand } from "./list-command.ts";
import { samplesOf } from "./noun-samples.ts";
import type { Noun } from "./nouns.ts";
import { type DraftOptions, readDraft, withDraftOptions } from "./read-draft.ts";
import { readVersion } from "./read-version.ts";
import { restoreCommand } from "./restore-command.ts";
import { hasParameter, type Verb, withVerbOptions } from "./verb-options.ts";

const verbCommands: Readonly<Record<Verb, (noun: Noun, taken: ReadonlySet<string>) => Command>> = {
  list: listCommand,
  get: getCommand,
  create: createCommand,
  update: updateCommand,
  delete: deleteCommand,
  upsert: upsertCommand,
  batch: batchCommand,
  restore: restoreCommand,
  aggregate: aggregateCommand,
};

/** A noun with the generic verbs of its kind and its own verbs. */
export async function nounCommand(described: Noun): Promise<Command> {
  const own = (await described.own?.()) ?? [];
  const taken = new Set(own.flatMap((command) => [command.name(), ...command.aliases()]));
  const verbs: readonly Verb[] = kindTable[described.kind].verbs;
  const generic = verbs.filter((verb) => !taken.has(verb)).map((verb) => verbCommands[verb](described, taken));
  return noun(described.name, described.description, [...generic, ...own]);
}

interface CreateOptions extends SharedOptions, DraftOptions {
  readonly dryRun?: boolean;
}

export function createCommand(noun: Noun): Command {
  const command = defineCommand("create", {
    description: `Create one ${noun.kind}`,
    examples: [
      `weft ${noun.name} create ${samplesOf(noun).draft}`,
      `weft ${noun.name} create --data @draft.yaml${hasParameter(noun, "create", "dryRun") ? " --dry-run" : ""}`,
    ],
  });
  return withVerbOptions(withDraftOptions(command), noun, "create", {
    dryRun: ["--dry-run", "show the result without creating"],
  }).action(
    commandAction<CreateOptions>(async (context, { options }) => {
      const object = await readDraft(context, options);
      const weft = await context.weft();
      const dryRun = options.dryRun === true ? { dryRun: true } : {};
      const created = { entityName: noun.kind, object, signal: context.signal, ...dryRun };
      context.print.fields(await weft.entities.create<object>(created));
    }),
  );
}

interface UpdateOptions extends SharedOptions, DraftOptions {
  readonly dryRun?: boolean;
  readonly ifMatch?: string;
}

export function updateCommand(noun: Noun): Command {
  const command = defineCommand("update", {
    description: `Update fields of one ${noun.kind}; null clears a field`,
    examples: [
      `weft ${noun.name} update <id> ${samplesOf(noun).change}`,
      `weft ${noun.name} update <id> --data '${samplesOf(noun).changeJson}' --if-match 3`,
    ],
  });
  return withVerbOptions(withDraftOptions(command.argument("<id>", "entity id")), noun, "update", {
    ifMatch: ["--if-match <version>", "only if this is the current version"],
    dryRun: ["--dry-run", "show the result without writing"],
  }).action(
    commandAction<UpdateOptions>(async (context, { args: [id = ""], options }) => {
      const body = await readDraft(context, options);
      const weft = await context.weft();
      const change = {
        entityName: noun.kind,
        id,
        body,
        signal: context.signal,
        ifMatch: readVersion(options.ifMatch),
        ...(options.dryRun === true ? { dryRun: true } : {}),
      };
      context.print.fields(await weft.entities.update<object>(change));
    }),
  );
}

interface UpsertOptions extends SharedOptions, DraftOptions {
  readonly dryRun?: boolean;
  readonly ifMatch?: string;
}

export function upsertCommand(noun: Noun): Command {
  const command = defineCommand("upsert", {
    description: `Create one ${noun.kind} by external ID, or update the given fields`,
    examples: [
      `weft ${noun.name} upsert P-100 ${samplesOf(noun).draft}`,
      `weft ${noun.name} upsert P-100 --data @draft.json`,
    ],
  });
  return withDraftOptions(command.argument("<federatedId>", "external ID"))
    .option("--if-match <version>", "only if this is the current version")
    .option("--dry-run", "show the result without writing")
    .action(
      commandAction<UpsertOptions>(async (context, { args: [federatedId = ""], options }) => {
        const body = await readDraft(context, options);
        const weft = await context.weft();
        const draft = {
          entityName: noun.kind,
          federatedId,
          body,
          signal: context.signal,
          ifMatch: readVersion(options.ifMatch),
          ...(options.dryRun === true ? { dryRun: true } : {}),
        };
        context.print.fields(await weft.entities.upsert<object>(draft));
      }),
    );
}

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
  command.argument(hasParameter(noun, "get", "federatedId") ? "[id]" : "<id>", "entity id");
  return withVerbOptions(command, noun, "get", {
    federatedId: ["--federated-id <key>", "external ID instead of the id"],
    fields: ["--fields <names>", "fields to show, comma-separated"],
    relations: ["--relations <names>", "references to expand, comma-separated"],
    asOf: ["--as-of <cursor or time>", "state at this cursor or time"],
  }).action(
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
