import type { Command } from "commander";
import { acting, leaf } from "../../frame/leaf.ts";
import { workflowWords } from "./workflow-words.ts";

export function showWorkflowCommand(): Command {
  return leaf("get", {
    description: "Show a workflow: its triggers, its condition and its tasks",
    examples: ["weft workflows show <id>", "weft workflows get <id> --json"],
  })
    .alias("show")
    .argument("<id>", "its id")
    .action(
      acting(async (context, { args: [id = ""] }) => {
        const weft = await context.weft();
        const workflow = await weft.call("get-event-workflow", { params: { id } }, { signal: context.signal });
        context.print.result(workflow, () => workflowWords(workflow, context.print.style));
      }),
    );
}
