import type { Command } from "commander";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { formatWorkflow } from "./format-workflow.ts";

export function takeOverCommand(): Command {
  return defineCommand("take-over", {
    description: "Take over a workflow: it then runs with your permissions",
    examples: ["weft workflows take-over <id>"],
  })
    .argument("<id>", "workflow id")
    .action(
      commandAction(async (context, { args: [id = ""] }) => {
        const weft = await context.weft();
        const workflow = await weft.call("take-over-event-workflow", { params: { id } }, { signal: context.signal });
        context.print.result(workflow, () => formatWorkflow(workflow, context.print.style));
      }),
    );
}
