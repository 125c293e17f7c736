import type { Command } from "commander";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { followToEnd } from "../load/follow-to-end.ts";

interface UndoOptions extends SharedOptions {
  readonly watch: boolean;
}

export function undoCommand(): Command {
  return defineCommand("undo", {
    description: "Take back what a load has changed, where nobody has changed it since",
    examples: ["weft loads undo <id>", "weft loads undo <id> --no-watch"],
  })
    .argument("<id>", "its id")
    .option("--no-watch", "begin it and go")
    .action(
      commandAction<UndoOptions>(async (context, { args: [id = ""], options }) => {
        const weft = await context.weft();
        const load = await weft.loader.undo({ id, signal: context.signal });
        if (options.watch) {
          await followToEnd(context, load);
        } else {
          context.print.result(load, () => `The undo of the load ${id} has begun.`);
        }
      }),
    );
}
