import type { Command } from "commander";
import { commandAction, defineCommand } from "../../frame/leaf.ts";

export function callbacksCommand(): Command {
  return defineCommand("callbacks", {
    description: "List every callback that has arrived for a task, and what became of it",
    examples: ["weft tasks callbacks <id>"],
  })
    .argument("<id>", "its id")
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
