import type { Command } from "commander";
import { commandAction, defineCommand } from "../../frame/leaf.ts";

export function callbacksCommand(): Command {
  return defineCommand("callbacks", {
    description: "List the callbacks received for a task, with their results",
    examples: ["weft tasks callbacks <id>"],
  })
    .argument("<id>", "task id")
    .action(
      commandAction(async (context, { args: [id = ""] }) => {
        const weft = await context.weft();
        const page = await weft.call(
          "list-event-workflow-task-callbacks",
          { params: { id } },
          { signal: context.signal },
        );
        context.print.page(page, [
          { title: "received", value: ({ receivedOn }) => receivedOn },
          { title: "status", value: ({ status }) => status },
          { title: "verdict", value: ({ verdict }) => verdict },
          { title: "by", value: ({ actorName, actorId }) => actorName ?? actorId },
          { title: "detail", value: ({ detail }) => detail },
        ]);
      }),
    );
}
