import type { Command } from "commander";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { formatWorkflow } from "./format-workflow.ts";

export function showWorkflowCommand(): Command {
  return defineCommand("get", {
    description: "Show a workflow: triggers, condition and tasks",
    examples: ["weft workflows show <id>", "weft workflows get <id> --json"],
  })
    .alias("show")
    .argument("<id>", "workflow id")
    .action(
      commandAction(async (context, { args: [id = ""] }) => {
        const weft = await context.weft();
        const workflow = await weft.call("get-event-workflow", { params: { id } }, { signal: context.signal });
        context.print.result(workflow, () => formatWorkflow(workflow, context.print.style));
      }),
    );
}
