import type { EventWorkflowCreate } from "@weft/client";
import type { Command } from "commander";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { type DraftOptions, withDraftOptions } from "../entities/read-draft.ts";
import { withLines } from "../load/read-document.ts";
import { formatWorkflow } from "./format-workflow.ts";
import { readDefinition } from "./read-definition.ts";

interface CreateOptions extends SharedOptions, DraftOptions {
  readonly dryRun?: boolean;
}

export function createWorkflowCommand(): Command {
  const command = defineCommand("create", {
    description: "Create a workflow from its definition",
    examples: [
      "weft workflows create cost-items.yaml",
      "weft workflows create cost-items.yaml --set isActive=false --dry-run",
    ],
  }).argument("[file]", "workflow definition, as YAML or JSON; - reads standard input");
  return withDraftOptions(command)
    .option("--dry-run", "validate without creating")
    .action(
      commandAction<CreateOptions>(async (context, { args: [file], options }) => {
        const definition = await readDefinition<EventWorkflowCreate>(context, file, options);
        const weft = await context.weft();
        const query = options.dryRun === true ? { query: { dryRun: true } } : {};
        const workflow = await withLines(definition, () =>
          weft.call("create-event-workflow", { ...query, body: definition.value }, { signal: context.signal }),
        );
        context.print.result(workflow, () => formatWorkflow(workflow, context.print.style));
      }),
    );
}
