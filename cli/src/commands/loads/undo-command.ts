import type { Command } from "commander";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { followToEnd } from "../load/follow-to-end.ts";

interface UndoOptions extends SharedOptions {
  readonly watch: boolean;
}

export function undoCommand(): Command {
  return defineCommand("undo", {
    description: "Undo a load, except entities changed since",
    examples: ["weft loads undo <id>", "weft loads undo <id> --no-watch"],
  })
    .argument("<id>", "load id")
    .option("--no-watch", "start the undo and exit")
    .action(
      commandAction<UndoOptions>(async (context, { args: [id = ""], options }) => {
        const weft = await context.weft();
        const load = await weft.loader.undo({ id, signal: context.signal });
        if (options.watch) {
          await followToEnd(context, load);
        } else {
          context.print.result(load, () => `The undo of the load ${id} started.`);
        }
      }),
    );
}
