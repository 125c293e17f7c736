import { hostname } from "node:os";
import type { Command } from "commander";
import { CliError, usageError } from "../../frame/cli-error.ts";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/define-command.ts";
import { readNumber, repeated } from "../../frame/option-values.ts";

interface ClaimOptions extends SharedOptions {
  readonly action: string;
  readonly name: readonly string[];
  readonly worker: string;
  readonly limit: string;
  readonly lease: string;
  readonly wait: string;
  readonly ids?: boolean;
}

const columns = ["id", "name", "input", "processId"];

export function claimCommand(): Command {
  return defineCommand("claim", {
    description: "Claim external tasks; waits for the first one",
    examples: [
      "weft tasks claim",
      'TASK=$(weft tasks claim --name "Ask the factory" --lease 3600 --ids)',
      "weft tasks claim --limit 10 --wait 0 --json",
    ],
  })
    .option("--action <name>", "action of the tasks", "external")
    .option("--name <name>", "only tasks with this name; repeatable", repeated, [])
    .option("--worker <name>", "worker name", `weft-cli on ${hostname()}`.slice(0, 100))
    .option("--limit <number>", "maximum number of tasks (max 100)", "1")
    .option("--lease <seconds>", "lease in seconds (max 3600)", "600")
    .option("--wait <seconds>", "seconds to wait for the first task (max 30)", "30")
    .option("--ids", "print only ids, one per line")
    .action(
      commandAction<ClaimOptions>(async (context, { options }) => {
        if (options.ids === true && context.isJson) throw usageError("--ids and --json cannot be combined.");
        const weft = await context.weft();
        const { results } = await weft.call(
          "claim-event-workflow-tasks",
          { body: readClaim(options) },
          { signal: context.signal },
        );
        if (results.length === 0 && !context.isJson) {
          throw new CliError("No unclaimed tasks.", {
            next: "weft tasks list --status awaiting lists all waiting tasks.",
          });
        }
        if (options.ids === true) context.terminal.out(results.map(({ id }) => `${id}\n`).join(""));
        else
          context.print.page(
            { results },
            columns.map((title) => ({ title, value: (task) => Reflect.get(task, title) })),
          );
      }),
    );
}

function readClaim({ action, name, worker, limit, lease, wait }: ClaimOptions) {
  return {
    workerId: worker,
    action,
    ...(name.length === 0 ? {} : { names: [...name] }),
    limit: readNumber("--limit", limit),
    leaseSeconds: readNumber("--lease", lease),
    wait: readNumber("--wait", wait),
  };
}
