import type { Command } from "commander";
import { acting, leaf } from "../../frame/leaf.ts";
import { followToEnd } from "../load/follow-to-end.ts";

export function watchCommand(): Command {
  return leaf("watch", {
    description: "Follow a load, or its undo, until it has ended",
    examples: ["weft loads watch <id>", "weft loads watch <id> --json"],
  })
    .argument("<id>", "its id")
    .action(acting(async (context, { args: [id = ""] }) => followToEnd(context, { id })));
}
