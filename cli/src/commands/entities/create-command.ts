import type { Command } from "commander";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { samplesOf } from "./noun-samples.ts";
import type { Noun } from "./nouns.ts";
import { type DraftOptions, readDraft, withDraftOptions } from "./read-draft.ts";

interface CreateOptions extends SharedOptions, DraftOptions {
  readonly dryRun?: boolean;
}

export function createCommand(noun: Noun): Command {
  const command = defineCommand("create", {
    description: `Create one ${noun.kind}`,
    examples: [
      `weft ${noun.name} create ${samplesOf(noun).draft}`,
      `weft ${noun.name} create --data @draft.yaml --dry-run`,
    ],
  });
  return withDraftOptions(command)
    .option("--dry-run", "show the result without creating")
    .action(
      commandAction<CreateOptions>(async (context, { options }) => {
        const object = await readDraft(context, options);
        const weft = await context.weft();
        const dryRun = options.dryRun === true ? { dryRun: true } : {};
        const created = { entityName: noun.kind, object, signal: context.signal, ...dryRun };
        context.print.fields(await weft.entities.create<object>(created));
      }),
    );
}
