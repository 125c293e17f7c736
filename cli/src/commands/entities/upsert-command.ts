import type { Command } from "commander";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { samplesOf } from "./noun-samples.ts";
import type { Noun } from "./nouns.ts";
import { type DraftOptions, readDraft, withDraftOptions } from "./read-draft.ts";
import { readVersion } from "./read-version.ts";

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
