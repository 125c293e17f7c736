import type { Command } from "commander";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/define-command.ts";
import { repeated } from "../../frame/option-values.ts";
import type { Noun } from "./nouns.ts";
import { readVersion } from "./read-version.ts";
import { withVerbOptions } from "./verb-options.ts";

interface RestoreOptions extends SharedOptions {
  readonly asOf?: string;
  readonly property: readonly string[];
  readonly cascade?: boolean;
  readonly ifMatch?: string;
  readonly dryRun?: boolean;
}

export function restoreCommand(noun: Noun): Command {
  const command = defineCommand("restore", {
    description: `Restore a deleted ${noun.kind}, or an earlier state of one`,
    examples: [
      `weft ${noun.name} restore <id>`,
      `weft ${noun.name} restore <id> --as-of 2026-11-30T12:00:00Z --dry-run`,
      `weft ${noun.name} restore <id> --as-of <cursor> --property name`,
    ],
  }).argument("<id>", "entity id");
  return withVerbOptions(command, noun, "restore", {
    cascade: ["--cascade", "also restore what was deleted with it"],
    ifMatch: ["--if-match <version>", "only if this is the current version"],
    dryRun: ["--dry-run", "show the result without writing"],
  })
    .option("--as-of <cursor or time>", "state to go back to; required if it exists")
    .option("--property <slug>", "only this property; repeatable", repeated, [])
    .action(
      commandAction<RestoreOptions>(async (context, { args: [id = ""], options }) => {
        const { asOf, property, cascade, dryRun } = options;
        const weft = await context.weft();
        const restored = await weft.entities.restore<object>({
          entityName: noun.kind,
          id,
          signal: context.signal,
          ifMatch: readVersion(options.ifMatch),
          ...(asOf === undefined ? {} : { asOf }),
          ...(property.length === 0 ? {} : { properties: property }),
          ...(cascade === true ? { cascade } : {}),
          ...(dryRun === true ? { dryRun } : {}),
        });
        context.print.fields(restored);
      }),
    );
}
