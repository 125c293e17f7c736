import type { Command } from "commander";
import { commandAction, defineCommand } from "../frame/define-command.ts";

export function retentionCommand(): Command {
  return defineCommand("retention", {
    description: "Show how long data is kept, and when it is deleted next",
    examples: ["weft retention", "weft retention --json"],
  }).action(
    commandAction(async (context) => {
      const weft = await context.weft();
      const page = await weft.call("get-retention", {}, { signal: context.signal });
      context.print.page(page, [
        { title: "data", value: ({ data }) => data },
        { title: "type", value: ({ entityType }) => entityType },
        { title: "days", value: ({ days, isDefault }) => `${days ?? "kept"}${isDefault ? " (default)" : ""}` },
        { title: "expires before", value: ({ expiresBefore }) => expiresBefore },
        { title: "next run", value: ({ nextRunOn }) => nextRunOn },
        { title: "setting", value: ({ setting }) => setting },
      ]);
    }),
  );
}
