import type { Command } from "commander";
import { noun } from "../../frame/leaf.ts";
import { exportChangesCommand } from "./export-command.ts";
import { listChangesCommand } from "./list-command.ts";
import { pollCommand } from "./poll-command.ts";
import { tailCommand } from "./tail-command.ts";

export function changesCommand(): Command {
  return noun("changes", "The change history", [
    listChangesCommand(),
    pollCommand(),
    tailCommand(),
    exportChangesCommand(),
  ]);
}
