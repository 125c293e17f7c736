import type { EventWorkflowUpdate } from "@weft/client";
import type { Command } from "commander";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { type DraftOptions, withDraftOptions } from "../entities/read-draft.ts";
import { readVersion } from "../entities/read-version.ts";
import { withLines } from "../load/read-document.ts";
import { formatWorkflow } from "./format-workflow.ts";
import { readDefinition } from "./read-definition.ts";

interface UpdateOptions extends SharedOptions, DraftOptions {
  readonly dryRun?: boolean;
  readonly ifMatch?: string;
}

export function updateWorkflowCommand(): Command {
  const command = defineCommand("update", {
    description: "Update a workflow; started runs keep their version",
    examples: [
      "weft workflows update <id> cost-items.yaml",
      "weft workflows update <id> --set isActive=false",
      "weft workflows update <id> cost-items.yaml --if-match 3 --dry-run",
    ],
  })
    .argument("<id>", "workflow id")
    .argument("[file]", "fields to change, as YAML or JSON; - reads standard input");
  return withDraftOptions(command)
    .option("--if-match <version>", "only if this is the current version")
    .option("--dry-run", "validate without writing")
    .action(
      commandAction<UpdateOptions>(async (context, { args: [id = "", file], options }) => {
        const definition = await readDefinition<EventWorkflowUpdate>(context, file, options);
        const weft = await context.weft();
        const query = options.dryRun === true ? { query: { dryRun: true } } : {};
        const calling = { signal: context.signal, ifMatch: readVersion(options.ifMatch) };
        const workflow = await withLines(definition, () =>
          weft.call("update-event-workflow", { params: { id }, ...query, body: definition.value }, calling),
        );
        context.print.result(workflow, () => formatWorkflow(workflow, context.print.style));
      }),
    );
}
