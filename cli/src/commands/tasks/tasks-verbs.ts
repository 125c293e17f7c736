import type { Command } from "commander";
import { callbacksCommand } from "./callbacks-command.ts";
import { claimCommand } from "./claim-command.ts";
import { completeCommand } from "./complete-command.ts";
import { failCommand } from "./fail-command.ts";
import { getTaskCommand } from "./get-task-command.ts";
import { progressCommand } from "./progress-command.ts";
import { retryCommand } from "./retry-command.ts";
import { subtextCommand } from "./subtext-command.ts";

/** The verbs of tasks for external workers. */
export function tasksVerbs(): Command[] {
  return [
    getTaskCommand(),
    claimCommand(),
    completeCommand(),
    failCommand(),
    progressCommand(),
    subtextCommand(),
    retryCommand(),
    callbacksCommand(),
  ];
}
