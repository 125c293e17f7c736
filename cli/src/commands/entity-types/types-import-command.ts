import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { CliError } from "../../frame/cli-error.ts";
import type { Context, SharedOptions } from "../../frame/context.ts";
import { exitCodeOf } from "../../frame/exit-codes.ts";
import { commandAction, defineCommand, withFormerOption } from "../../frame/leaf.ts";
import { formatPlan, formatRefusals, planValue } from "./format-import.ts";
import type { ImportPlan } from "./import-step.ts";
import { loadTypes } from "./load-types.ts";
import { planImport } from "./plan-import.ts";
import { readTypeFile } from "./read-type-file.ts";
import { dryRunImport, type ImportInput, type Refusal, runImport } from "./run-import.ts";

interface Options extends SharedOptions {
  readonly dryRun?: boolean;
  readonly prune?: boolean;
  readonly force?: boolean;
}

export function typesImportCommand(): Command {
  const command = defineCommand("import", {
    description: "Create and update types and option sets from a file; anything not in the file is kept",
    examples: [
      "weft types import types.yaml --dry-run",
      "weft types import types.yaml",
      "weft types export --profile test | weft types import - --profile production",
    ],
  });
  return withFormerOption(command, "--delete-others", "prune")
    .argument("<file>", "file from weft types export, YAML or JSON; - reads standard input")
    .option("--dry-run", "show the planned changes and validate them as far as possible; change nothing")
    .option("--prune", "also delete types, properties, option sets and options that are not in the file")
    .option("--force", "accept that stored entities may become invalid")
    .action(
      commandAction<Options>(async (context, { args: [path = ""], options }) => {
        const text = path === "-" ? await context.terminal.readInput() : readFileSync(path, "utf8");
        const file = readTypeFile(text, path === "-" ? "Standard input" : path);
        const stored = await loadTypes(await context.weft(), context.signal);
        const plan = planImport({ file, stored, deletesOthers: options.prune === true });
        await carryOut(context, plan, options);
      }),
    );
}

async function carryOut(context: Context, plan: ImportPlan, options: Options): Promise<void> {
  const { print, signal } = context;
  const weft = await context.weft();
  const input: ImportInput = { force: options.force === true, signal };
  const isDryRun = options.dryRun === true;
  if (!context.isJson) context.terminal.out(formatPlan(plan, print.style));
  requireNoRefusal(await dryRunImport(weft, plan, input), "Nothing was changed.");
  if (!isDryRun) {
    let done = 0;
    const refusal = await runImport(weft, plan, input, () => {
      done += 1;
    });
    requireNoRefusal(refusal === undefined ? [] : [refusal], whatIsDone(done, plan));
  }
  print.result(planValue(plan, isDryRun), () =>
    isDryRun ? "Nothing was changed: this was a dry run." : formatDone(plan),
  );
}

function formatDone({ steps }: ImportPlan): string {
  return steps.length === 0 ? "" : "Done.";
}

function whatIsDone(done: number, { steps }: ImportPlan): string {
  return `${done} of ${steps.length} steps were completed before the error. Fix the cause, then run the same import again to continue.`;
}

function requireNoRefusal(refusals: readonly Refusal[], aftermath: string): void {
  const [first] = refusals;
  if (first === undefined) return;
  throw new CliError(`${formatRefusals(refusals)}\n${aftermath}`, {
    exitCode: exitCodeOf(first.error.status),
    ...(first.error.status === 409 ? { next: "Fix the invalid entities, or accept them with --force." } : {}),
  });
}
