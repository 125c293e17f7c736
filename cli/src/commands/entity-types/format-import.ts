import { pluralize } from "../../output/amounts.ts";
import { safeText } from "../../output/safe-text.ts";
import type { Style } from "../../output/style.ts";
import type { ImportPlan, ImportStep } from "./import-step.ts";
import { listed } from "./merge-members.ts";
import type { Refusal } from "./run-import.ts";

const signs = { create: "+", update: "~", delete: "-" } as const;
const kinds = { "option-set": "option set", "entity-type": "type" } as const;

/** One line per step, and the number of unchanged entities. */
export function formatPlan({ steps, unchanged, kept }: ImportPlan, style: Style): string {
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
export function planValue({ steps, unchanged, kept }: ImportPlan, isDryRun: boolean): object {
  return {
    isDryRun,
    steps: steps.map(({ action, kind, key, changes }) => ({ action, entityName: kind, key, changes })),
    unchanged,
    kept,
  };
}

/** The rejections of the service, with sample entities. */
export function formatRefusals(refusals: readonly Refusal[]): string {
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
