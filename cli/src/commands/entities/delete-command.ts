import type { EntityDeletePlan } from "@weft/client";
import type { Command } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import { confirm } from "../../frame/confirm.ts";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/define-command.ts";
import type { Noun } from "./nouns.ts";
import { readVersion } from "./read-version.ts";
import { hasParameter, withVerbOptions } from "./verb-options.ts";

interface DeleteOptions extends SharedOptions {
  readonly cascade?: boolean;
  readonly purge?: boolean;
  readonly dryRun?: boolean;
  readonly ifMatch?: string;
  readonly yes?: boolean;
}

function flagsOf({ cascade, purge, dryRun, ifMatch }: DeleteOptions) {
  return {
    ...(cascade === true ? { cascade } : {}),
    ...(purge === true ? { purge } : {}),
    ...(dryRun === true ? { dryRun } : {}),
    ifMatch: readVersion(ifMatch),
  };
}

/** A dry run has a plan for product data only. */
function formatResult(id: string, plan: EntityDeletePlan | undefined, { dryRun, purge }: DeleteOptions): string {
  if (plan !== undefined) return formatPlan(plan);
  if (dryRun === true) return `Would delete ${id}.`;
  return `${purge === true ? "Purged" : "Deleted"} ${id}.`;
}

function formatPlan({ deleted, updated }: EntityDeletePlan): string {
  return [
    ...deleted.map((entity) => `Would delete ${formatEntity(entity)}.`),
    ...updated.map((entity) => `Would remove ${entity.fields.join(", ")} of ${formatEntity(entity)}.`),
  ].join("\n");
}

function formatEntity({ entityType, id, name }: EntityDeletePlan["deleted"][number]): string {
  return name === undefined ? `${entityType} ${id}` : `${entityType} ${id} (${name})`;
}

function questionOf(count: number, nouns: string, { purge }: DeleteOptions): string {
  return purge === true ? `Delete ${count} ${nouns} with their history and files?` : `Delete ${count} ${nouns}?`;
}

export function deleteCommand(noun: Noun): Command {
  const command = defineCommand("delete", {
    description: `Delete ${noun.name}`,
    examples: [
      `weft ${noun.name} delete <id>`,
      `weft ${noun.name} delete <id> <id> --yes`,
      ...(hasParameter(noun, "delete", "dryRun") ? [`weft ${noun.name} delete <id> --dry-run`] : []),
    ],
  }).argument("<id...>", "ids to delete");
  return withVerbOptions(command, noun, "delete", {
    cascade: ["--cascade", "also delete dependent entities"],
    purge: ["--purge", "also delete history and files (administrators)"],
    ifMatch: ["--if-match <version>", "only if this is the current version"],
    dryRun: ["--dry-run", "only show what would be deleted"],
  })
    .option("-y, --yes", "skip confirmation")
    .action(
      commandAction<DeleteOptions>(async (context, { args: [ids], options }) => {
        const wanted = Array.isArray(ids) ? ids.map(String) : [];
        const isDone = options.dryRun !== true;
        if (options.ifMatch !== undefined && wanted.length > 1) throw usageError("--if-match requires exactly one id.");
        if (isDone && options.yes !== true) await confirm(context, questionOf(wanted.length, noun.name, options));
        const weft = await context.weft();
        const flags = flagsOf(options);
        for (const id of wanted) {
          const plan = await weft.entities.delete({ entityName: noun.kind, id, ...flags, signal: context.signal });
          const shown = plan === undefined ? { id, deleted: isDone } : { id, deleted: false, plan };
          context.print.line(shown, () => formatResult(id, plan, options));
        }
      }),
    );
}
