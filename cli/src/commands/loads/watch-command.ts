import type { Command } from "commander";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { followToEnd } from "../load/follow-to-end.ts";

export function watchCommand(): Command {
  return defineCommand("watch", {
    description: "Follow a load, or its undo, until it ends",
    examples: ["weft loads watch <id>", "weft loads watch <id> --json"],
  })
    .argument("<id>", "load id")
    .action(commandAction(async (context, { args: [id = ""] }) => followToEnd(context, { id })));
}
