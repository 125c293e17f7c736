import { readFileSync, writeFileSync } from "node:fs";
import { type Command, Option } from "commander";
import { CliError } from "../../frame/cli-error.ts";
import type { Context, SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand, withFormerOption } from "../../frame/define-command.ts";
import { exitCodeOf } from "../../frame/exit-codes.ts";
import { pluralize } from "../../output/amounts.ts";
import { safeText } from "../../output/safe-text.ts";
import type { Style } from "../../output/style.ts";
import { describeStored } from "./describe-stored.ts";
import { generateJavaTypes, type JavaOptions, javaTarget, refuseJavaOptions } from "./generate-java-types.ts";
import { generateTypes } from "./generate-types.ts";
import type { ImportPlan, ImportStep } from "./import-step.ts";
import { loadTypes } from "./load-types.ts";
import { listed } from "./merge-members.ts";
import { planImport } from "./plan-import.ts";
import { readTypeFile } from "./read-type-file.ts";
import { dryRunImport, type ImportInput, type Refusal, runImport } from "./run-import.ts";
import { writeJson, writeYaml } from "./write-type-file.ts";

/** The verbs of types in addition to the generic ones. */
export function typesVerbs(): readonly Command[] {
  return [typesExportCommand(), typesImportCommand(), typesGenerateCommand(), typesSchemaCommand()];
}

interface GenerateOptions extends SharedOptions, JavaOptions {
  readonly output?: string;
  readonly language: "typescript" | "java";
}

export function typesGenerateCommand(): Command {
  return defineCommand("generate", {
    description: "Generate types of your properties, in reads and writes, for the TypeScript or Java client",
    examples: [
      "weft types generate --output weft-types.ts",
      "weft types generate --language java --package com.acme.weft --output WeftTypes.java",
      "weft types generate | less",
    ],
  })
    .option("-o, --output <file>", "write to this file instead of standard output")
    .addOption(new Option("--language <language>", "language").choices(["typescript", "java"]).default("typescript"))
    .option("--package <name>", "package of the Java class, which is named after the output file")
    .action(
      commandAction<GenerateOptions>(async (context, { options }) => {
        const { language, output } = options;
        const target = language === "java" ? javaTarget(options) : refuseJavaOptions(options);
        const file = describeStored(await loadTypes(await context.weft(), context.signal));
        const text = target === undefined ? generateTypes(file) : generateJavaTypes(file, target);
        if (output !== undefined) writeFileSync(output, text);
        const value = { types: file.entityTypes.map(({ typePath }) => typePath), output: output ?? null, text };
        context.print.result(value, () => (output === undefined ? text : ""));
        if (output !== undefined)
          context.print.note(
            `${output}: types ${file.entityTypes.length}.${target === undefined ? " Import it once, anywhere in your program." : ""}`,
          );
      }),
    );
}

export function typesSchemaCommand(): Command {
  return defineCommand("schema", {
    description: "Get the JSON Schema of a type's entities",
    examples: [
      "weft types schema item:apparel --output apparel.schema.json",
      "weft types schema item | jq .properties",
    ],
  })
    .argument("<typePath>", "type path, such as item:apparel")
    .option("-o, --output <file>", "write to this file instead of standard output")
    .action(
      commandAction<GenerateOptions>(async (context, { args: [typePath = ""], options: { output } }) => {
        const weft = await context.weft();
        const schema = await weft.call(
          "get-entity-type-schema",
          { params: { id: typePath } },
          { signal: context.signal },
        );
        const text = `${JSON.stringify(schema, undefined, 2)}\n`;
        if (output === undefined) {
          context.terminal.out(text);
          return;
        }
        writeFileSync(output, text);
        context.print.note(`${output}: the schema of ${typePath}.`);
      }),
    );
}

interface ExportOptions extends SharedOptions {
  readonly output?: string;
  readonly format: "yaml" | "json";
}

export function typesExportCommand(): Command {
  return defineCommand("export", {
    description: "Export all defined types and option sets to a file, without ids and times",
    examples: [
      "weft types export --output types.yaml",
      "weft types export --format json | jq '.entityTypes[].typePath'",
      "weft types export --profile test | diff types.yaml -",
    ],
  })
    .option("-o, --output <file>", "write to this file instead of standard output")
    .addOption(new Option("--format <format>", "output format").choices(["yaml", "json"]).default("yaml"))
    .action(
      commandAction<ExportOptions>(async (context, { options }) => {
        const file = describeStored(await loadTypes(await context.weft(), context.signal));
        const text = options.format === "json" || context.isJson ? writeJson(file) : writeYaml(file);
        if (options.output === undefined) {
          context.terminal.out(text);
          return;
        }
        writeFileSync(options.output, text);
        const { entityTypes, optionSets } = file;
        context.print.note(`${options.output}: types ${entityTypes.length}, option sets ${optionSets.length}`);
      }),
    );
}

interface ImportOptions extends SharedOptions {
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
      commandAction<ImportOptions>(async (context, { args: [path = ""], options }) => {
        const text = path === "-" ? await context.terminal.readInput() : readFileSync(path, "utf8");
        const file = readTypeFile(text, path === "-" ? "Standard input" : path);
        const stored = await loadTypes(await context.weft(), context.signal);
        const plan = planImport({ file, stored, deletesOthers: options.prune === true });
        await carryOut(context, plan, options);
      }),
    );
}

async function carryOut(context: Context, plan: ImportPlan, options: ImportOptions): Promise<void> {
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

const signs = { create: "+", update: "~", delete: "-" } as const;
const kinds = { "option-set": "option set", "entity-type": "type" } as const;

/** One line per step, and the number of unchanged entities. */
function formatPlan({ steps, unchanged, kept }: ImportPlan, style: Style): string {
  const paints = { create: style.green, update: style.yellow, delete: style.red } as const;
  return [
    ...steps.map((step) => paints[step.action](safeText(formatStep(step)))),
    `${steps.length === 0 ? "Nothing to do" : pluralize(steps.length, "step")}; ${unchanged} unchanged.`,
    ...kept.map((other) => safeText(`Not in the file, kept: ${other}`)),
    ...(kept.length === 0 ? [] : ["Use --prune to delete them."]),
    "",
  ].join("\n");
}

function formatStep({ action, kind, key, changes }: ImportStep): string {
  const what = changes.length === 0 ? "" : `: ${changes.join("; ")}`;
  return `${signs[action]} ${kinds[kind]} ${key}${what}`;
}

/** The value of --json. */
function planValue({ steps, unchanged, kept }: ImportPlan, isDryRun: boolean): object {
  return {
    isDryRun,
    steps: steps.map(({ action, kind, key, changes }) => ({ action, entityName: kind, key, changes })),
    unchanged,
    kept,
  };
}

/** The rejections of the service, with sample entities. */
function formatRefusals(refusals: readonly Refusal[]): string {
  return refusals
    .map(({ step, error }) => {
      const { sampleIds } = samplesOf(error.problem);
      const samples = sampleIds.length === 0 ? "" : `\n    for example ${listed(sampleIds)}`;
      return `${kinds[step.kind]} ${step.key} was rejected: ${error.message}${samples}`;
    })
    .join("\n");
}

function samplesOf(problem: object): { readonly sampleIds: readonly string[] } {
  const ids: unknown = "sampleIds" in problem ? problem.sampleIds : [];
  return { sampleIds: Array.isArray(ids) ? ids.map(String) : [] };
}
