import type { Command } from "commander";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { printLoad } from "../load/follow-to-end.ts";

export function showCommand(): Command {
  return defineCommand("get", {
    description: "Show a load: progress or result, counts and the first issues",
    examples: ["weft loads show <id>", "weft loads get <id> --json"],
  })
    .alias("show")
    .argument("<id>", "load id")
    .action(
      commandAction(async (context, { args: [id = ""] }) => {
        const weft = await context.weft();
        await printLoad(context, await weft.loader.get({ id, signal: context.signal }));
      }),
    );
}
