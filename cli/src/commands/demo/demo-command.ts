import type { EntityName, Weft } from "@weft/client";
import type { Command } from "commander";
import { CliError } from "../../frame/cli-error.ts";
import type { Context, SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand, withFormerOption } from "../../frame/define-command.ts";
import { exitCodes } from "../../frame/exit-codes.ts";
import { formatDuration, formatNumber, pluralize } from "../../output/amounts.ts";
import { openProgress } from "../../output/progress-bar.ts";
import { loadTypes } from "../entity-types/load-types.ts";
import { planImport } from "../entity-types/plan-import.ts";
import { runImport } from "../entity-types/run-import.ts";
import { buildMasterData, buildSeasons } from "./build-structure.ts";
import type { DemoContext } from "./demo-context.ts";
import { demoTypes } from "./demo-types.ts";
import { loadCollection } from "./load-collection.ts";
import { makeCollection } from "./make-collection.ts";
import { makeHistory } from "./make-history.ts";
import { startWorkflow } from "./start-workflow.ts";

interface DemoOptions extends SharedOptions {
  readonly force?: boolean;
  readonly check?: boolean;
}

/** Fixed seed: every organization gets the same collection. */
const seed = 26;

export function demoCommand(): Command {
  const command = defineCommand("demo", {
    description:
      "Fill an empty organization with a sample collection: 300 styles in 1,500 colors with pictures, seasons, assortments, a workflow",
    examples: ["weft demo", "weft demo --check", "weft demo --force"],
  });
  withFormerOption(command, "--again", "force");
  withFormerOption(command, "--org-check", "check");
  return command
    .option("--force", "run even if the organization has items; existing demo entities are kept")
    .option("--check", "only check whether the organization is empty; change nothing")
    .action(
      commandAction<DemoOptions>(async (context, { options }) => {
        const { weft, orgSlug } = await context.session();
        const org = orgSlug ?? "The organization";
        const items = await countItems(weft, context.signal);
        if (items > 0 && options.force !== true) throw refusal(org, items);
        if (options.check === true) {
          context.print.result(
            { org: orgSlug, items },
            () => `${org} has ${pluralize(items, "item")}: weft demo can fill it.`,
          );
          return;
        }
        await fillAndReport(context, weft, orgSlug ?? "the organization");
      }),
    );
}

function refusal(org: string, items: number): CliError {
  return new CliError(`${org} already has ${pluralize(items, "item")}: weft demo requires an empty organization.`, {
    exitCode: exitCodes.conflict,
    next: "weft demo --force adds the demo data anyway, or completes an interrupted run.",
  });
}

async function countItems(weft: Weft, signal: AbortSignal): Promise<number> {
  const { total = 0 } = await weft.entities.list({ entityName: "item", includeTotal: true, limit: 1, signal });
  return total;
}

async function fillAndReport(context: Context, weft: Weft, org: string): Promise<void> {
  const began = performance.now();
  const display = openProgress(context.terminal, context.isJson);
  let furthest = 0;
  const onProgress: DemoContext["onProgress"] = (label, share, detail) => {
    // Each phase of a load starts its count at 0.
    furthest = Math.max(furthest, share);
    display.show({ label, share: furthest, details: detail === undefined ? [] : [detail] });
  };
  try {
    await fillOrg({ weft, collection: makeCollection(seed), signal: context.signal, onProgress });
  } finally {
    display.end();
  }
  const counts = await countDemo({ weft, signal: context.signal });
  context.print.result({ org, counts }, () => summaryOf(org, counts, (performance.now() - began) / 1000));
}

async function fillOrg(context: DemoContext): Promise<void> {
  context.onProgress("Types", 0);
  await describeDemoTypes(context);
  context.onProgress("Seasons", 0.1);
  await buildMasterData(context);
  await buildSeasons(context);
  await loadCollection(context);
  context.onProgress("History", 0.8);
  await makeHistory(context);
  context.onProgress("Workflow", 0.95);
  await startWorkflow(context);
}

function summaryOf(org: string, counts: DemoCounts, seconds: number): string {
  const width = Math.max(...Object.values(counts).map((count) => formatNumber(count).length));
  return [
    `Filled ${org} in ${formatDuration(seconds)}:`,
    ...Object.entries(counts).map(([name, count]) => `  ${formatNumber(count).padStart(width)} ${labelOf(name)}`),
    "",
    "Next steps:",
    "  weft items list --where category=knitwear --where role=family --fields name,retailPrice,margin",
    "  weft tasks list --where status=awaiting",
    "  weft changes list --where changed=retailPrice --where action=update",
    "",
  ].join("\n");
}

/** size range templates of sizeRangeTemplates. */
function labelOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Defines missing types. Types that the organization defines differently are not changed. */
export async function describeDemoTypes({ weft, signal }: DemoContext): Promise<void> {
  const stored = await loadTypes(weft, signal);
  const plan = planImport({ file: demoTypes(), stored, deletesOthers: false });
  const foreign = plan.steps.filter(({ isAdditive }) => !isAdditive).map(({ key }) => key);
  if (foreign.length > 0) {
    throw new CliError(`The organization already defines ${foreign.join(", ")} differently from the demo data.`, {
      exitCode: exitCodes.conflict,
      next: "Nothing was changed. Use another organization for the demo.",
    });
  }
  const refusal = await runImport(weft, plan, { force: false, signal }, () => {});
  if (refusal !== undefined) throw refusal.error;
}

/** The number of stored demo entities. */
export type DemoCounts = Readonly<Record<string, number>>;

const counted: Readonly<Record<string, readonly [EntityName, object?]>> = {
  styles: ["item", { role: "family" }],
  options: ["item", { role: "option" }],
  colors: ["color"],
  sizeRangeTemplates: ["size-range-template"],
  suppliers: ["custom-entity", { typePath: "custom-entity:supplier" }],
  projects: ["project"],
  assortments: ["assortment"],
  assortmentItems: ["assortment-item"],
  pictures: ["file", { contentType: "image/png" }],
  loads: ["loader-process"],
  awaitingTasks: ["event-workflow-task", { status: "awaiting" }],
};

export async function countDemo({ weft, signal }: Pick<DemoContext, "weft" | "signal">): Promise<DemoCounts> {
  const counts: Record<string, number> = {};
  for (const [name, [entityName, criteria]] of Object.entries(counted)) {
    const filter = criteria === undefined ? {} : { criteria: { ...criteria } };
    const listing = { entityName, ...filter, includeTotal: true, limit: 1, signal };
    const { total = 0 } = await weft.entities.list<object>(listing);
    counts[name] = total;
  }
  return counts;
}
