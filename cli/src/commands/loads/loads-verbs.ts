import type { Command } from "commander";
import { cancelCommand } from "./cancel-command.ts";
import { issuesCommand } from "./issues-command.ts";
import { resultsCommand } from "./results-command.ts";
import { showCommand } from "./show-command.ts";
import { undoCommand } from "./undo-command.ts";
import { watchCommand } from "./watch-command.ts";

/** The verbs of loads in addition to list and delete; weft load starts them. */
export function loadsVerbs(): Command[] {
  return [showCommand(), watchCommand(), cancelCommand(), undoCommand(), issuesCommand(), resultsCommand()];
}
