import type { Command } from "commander";
import { acting, leaf } from "../../frame/leaf.ts";
import { workflowWords } from "./workflow-words.ts";

export function takeOverCommand(): Command {
  return leaf("take-over", {
    description: "Take over a workflow: it acts as you from then on",
    examples: ["weft workflows take-over <id>"],
  })
    .argument("<id>", "the workflow's id")
    .action(
      acting(async (context, { args: [id = ""] }) => {
        const weft = await context.weft();
        const workflow = await weft.call("take-over-event-workflow", { params: { id } }, { signal: context.signal });
        context.print.result(workflow, () => workflowWords(workflow, context.print.style));
      }),
    );
}
