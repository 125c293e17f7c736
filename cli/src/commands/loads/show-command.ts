import type { Command } from "commander";
import { acting, leaf } from "../../frame/leaf.ts";
import { tellLoad } from "../load/follow-to-end.ts";

export function showCommand(): Command {
  return leaf("get", {
    description: "Show a load: how far it is or how it ended, counts and the first issues",
    examples: ["weft loads show <id>", "weft loads get <id> --json"],
  })
    .alias("show")
    .argument("<id>", "its id")
    .action(
      acting(async (context, { args: [id = ""] }) => {
        const weft = await context.weft();
        await tellLoad(context, await weft.loader.get({ id, signal: context.signal }));
      }),
    );
}
