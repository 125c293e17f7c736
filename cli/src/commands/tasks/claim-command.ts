import { hostname } from "node:os";
import type { Command } from "commander";
import { CliError, usageError } from "../../frame/cli-error.ts";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { repeated } from "../../frame/repeated.ts";

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
    description: "Take tasks that wait for somebody outside, so that nobody else does; waits for one",
    examples: [
      "weft tasks claim",
      'TASK=$(weft tasks claim --name "Ask the factory" --lease 3600 --ids)',
      "weft tasks claim --limit 10 --wait 0 --json",
    ],
  })
    .option("--action <name>", "the action of the tasks", "external")
    .option("--name <name>", "only tasks of this name; may be repeated", repeated, [])
    .option("--worker <name>", "who takes them", `weft-cli on ${hostname()}`.slice(0, 100))
    .option("--limit <number>", "how many, at most 100", "1")
    .option("--lease <seconds>", "for how long, at most 3600", "600")
    .option("--wait <seconds>", "how long to wait for the first, at most 30", "30")
    .option("--ids", "only the ids, one a line")
    .action(
      commandAction<ClaimOptions>(async (context, { options }) => {
        if (options.ids === true && context.isJson) throw usageError("--ids and --json exclude each other.");
        const weft = await context.weft();
        const { results } = await weft.call(
          "claim-event-workflow-tasks",
          { body: readClaim(options) },
          { signal: context.signal },
        );
        if (results.length === 0 && !context.isJson) {
          throw new CliError("Nothing waits that is not taken.", {
            next: "weft tasks list --status awaiting shows all.",
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

function readNumber(option: string, text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw usageError(`${option} takes a whole number, not ${text}.`);
  return Number(text);
}
