import type { BatchOperation } from "@weft/client";
import type { Command } from "commander";
import { CliError, usageError } from "../../frame/cli-error.ts";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/define-command.ts";
import { drawTable } from "../../output/table.ts";
import { samplesOf } from "./noun-samples.ts";
import type { Noun } from "./nouns.ts";
import { readData } from "./read-draft.ts";

interface BatchOptions extends SharedOptions {
  readonly atomic: boolean;
  readonly cascade?: boolean;
  readonly dryRun?: boolean;
}

export function batchCommand(noun: Noun): Command {
  return defineCommand("batch", {
    description: `Create, update and delete many ${noun.name} in one atomic request`,
    examples: [
      `weft ${noun.name} batch operations.json`,
      `echo '[{"op": "create", "object": ${samplesOf(noun).draftJson}}]' | weft ${noun.name} batch -`,
    ],
  })
    .argument("<file>", "list of {op, id | federatedId, object} as JSON or YAML; - reads standard input")
    .option("--no-atomic", "apply each operation separately, not as one atomic request")
    .option("--cascade", "deletes also remove dependent entities")
    .option("--dry-run", "show the result without writing")
    .action(
      commandAction<BatchOptions>(async (context, { args: [file = ""], options }) => {
        const operations = readOperations(await readData(context, file === "-" ? "-" : `@${file}`));
        const weft = await context.weft();
        const { results } = await weft.entities.batch({
          entityName: noun.kind,
          operations,
          atomic: options.atomic,
          ...(options.cascade === true ? { cascade: true } : {}),
          ...(options.dryRun === true ? { dryRun: true } : {}),
          signal: context.signal,
        });
        context.print.result({ results }, () =>
          drawTable(
            results,
            [
              { title: "status", value: ({ status }) => status },
              { title: "id", value: ({ id }) => id },
              { title: "problem", value: ({ problem }) => problem?.detail },
            ],
            context.terminal.columns(),
          ),
        );
        const failed = results.filter(({ status }) => status >= 400).length;
        if (failed > 0) throw new CliError(`${failed} of ${results.length} operations failed.`);
      }),
    );
}

/** The list itself, or the request body of the API. */
function readOperations(value: unknown): BatchOperation<never>[] {
  const list: unknown = typeof value === "object" && value !== null && "operations" in value ? value.operations : value;
  if (!Array.isArray(list)) {
    throw usageError(
      'The file must contain a list of operations, such as [{"op": "create", "object": {"name": "Parka"}}].',
    );
  }
  return list;
}
