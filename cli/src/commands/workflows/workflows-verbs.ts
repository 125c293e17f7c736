import type { Command } from "commander";
import { cancelRunCommand } from "./cancel-run-command.ts";
import { createWorkflowCommand } from "./create-workflow-command.ts";
import { runsCommand } from "./runs-command.ts";
import { showRunCommand } from "./show-run-command.ts";
import { showWorkflowCommand } from "./show-workflow-command.ts";
import { startCommand } from "./start-command.ts";
import { takeOverCommand } from "./take-over-command.ts";
import { updateWorkflowCommand } from "./update-workflow-command.ts";

/** The verbs of workflows and their runs. */
export function workflowsVerbs(): Command[] {
  return [
    showWorkflowCommand(),
    createWorkflowCommand(),
    updateWorkflowCommand(),
    takeOverCommand(),
    startCommand(),
    runsCommand(),
    showRunCommand("run"),
    cancelRunCommand(),
  ];
}
