import type { Command } from "commander";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { samplesOf } from "./noun-samples.ts";
import type { Noun } from "./nouns.ts";
import { type DraftOptions, readDraft, withDraftOptions } from "./read-draft.ts";
import { readVersion } from "./read-version.ts";

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
  return withDraftOptions(command.argument("<id>", "entity id"))
    .option("--if-match <version>", "only if this is the current version")
    .option("--dry-run", "show the result without writing")
    .action(
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
