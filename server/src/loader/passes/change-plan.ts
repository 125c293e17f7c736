import { createHash, type Hash } from "node:crypto";
import { decide, targetOf } from "../../access/decide.ts";
import { previewMembers } from "../../assortments/compare-stage.ts";
import { deleteStage } from "../../assortments/staged-member-store.ts";
import type { Entity } from "../../entities/model/entity.ts";
import { diffsOf, stateOf } from "../../entities/model/entity.ts";
import type { Writer } from "../../entities/model/write-request.ts";
import type { Step } from "../../entities/write/state/plan.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import type { CheckedBatch } from "../drafting/plan-batch.ts";
import type { Targets } from "../drafting/resolve-targets.ts";
import { isPartialUpdate, type LoadRequest } from "../load.ts";
import { LoadFailedError } from "../load-errors.ts";
import { configurationIssue } from "../load-issue.ts";
import type { SpoolFile } from "../reporting/spool-file.ts";
import type { LoadRun } from "./load-run.ts";

/** One line of a plan: an entity that a load would change, with its fields as [old, new]. */
export interface PlannedChange {
  readonly rowNumber: number;
  readonly entityType: string;
  /** Absent for an entity that would be created. */
  readonly entityId?: string;
  readonly federatedId: string | null;
  readonly action: "create" | "update" | "delete";
  /** The version that the plan is based on. */
  readonly version?: number;
  readonly changes: Readonly<Record<string, readonly [JsonValue, JsonValue]>>;
}

/** Records what a load would change. Two plans are the same if their hashes are equal. */
export class ChangePlan {
  readonly #file: SpoolFile;
  readonly #rights: Writer["rights"];
  readonly #hash: Hash = createHash("sha256");
  /** Ids generated for this dry run, with their stable replacements: another dry run generates other ids. */
  readonly #madeUp = new Map<string, string>();

  constructor(file: SpoolFile, rights: Writer["rights"]) {
    this.#file = file;
    this.#rights = rights;
  }

  async add({ rows, plan, plans }: CheckedBatch): Promise<void> {
    this.#madeUp.clear();
    let lines = "";
    plans.forEach((planned, request) => {
      const rowNumber = rows[plan.rowsOf[request]?.[0] ?? 0]?.rowNumber ?? 0;
      for (const step of "problem" in planned ? [] : planned.steps) {
        const change = this.#changeOf(step, rowNumber);
        lines += change === undefined ? "" : `${JSON.stringify(change)}\n`;
      }
    });
    this.#hash.update(lines);
    await this.#file.append(lines);
  }

  /** Adds a change that no single row describes, such as the removal of members. */
  async addLine(change: PlannedChange): Promise<void> {
    const line = `${JSON.stringify(change)}\n`;
    this.#hash.update(line);
    await this.#file.append(line);
  }

  hash(): string {
    return this.#hash.digest("hex");
  }

  #changeOf(step: Step, rowNumber: number): PlannedChange | undefined {
    const entity = step.after ?? step.before;
    if (entity === undefined) {
      return undefined;
    }
    const { entityType, federatedId } = entity;
    const decision = decide(this.#rights, "read", targetOf(entity));
    const isReadable = (slug: string) => decision.isAllowed && (decision.fields === "all" || decision.fields.has(slug));
    if (step.before === undefined) {
      this.#madeUp.set(entity.id, nameOf(entity));
    }
    return {
      rowNumber,
      entityType,
      ...(step.before === undefined ? {} : { entityId: entity.id, version: step.before.version }),
      federatedId,
      action: actionOf(step),
      changes: Object.fromEntries(
        Object.entries(pairsOf(step)).map(([slug, [old, value]]) => [
          slug,
          // Permission to write a field does not include permission to read its value.
          [isReadable(slug) ? old : null, this.#named(value)],
        ]),
      ),
    };
  }

  #named(value: JsonValue): JsonValue {
    return (typeof value === "string" ? this.#madeUp.get(value) : undefined) ?? value ?? null;
  }
}

function actionOf({ before, after }: Step): PlannedChange["action"] {
  if (after === undefined) {
    return "delete";
  }
  return before === undefined ? "create" : "update";
}

function pairsOf({ before, after }: Step): PlannedChange["changes"] {
  if (before !== undefined && after !== undefined) {
    return diffsOf(before, after);
  }
  const state = after === undefined ? (before === undefined ? {} : stateOf(before)) : stateOf(after);
  return Object.fromEntries(
    Object.entries(state).map(([slug, value]) => [slug, after === undefined ? [value, null] : [null, value]]),
  );
}

function nameOf({ entityType, federatedId, name }: Entity): string {
  return `new ${entityType} ${federatedId ?? name ?? ""}`.trim();
}

/** Adds the members that would be removed to the plan and to the counts. */
export async function planRemovals(run: LoadRun, targets: Targets, plan: ChangePlan): Promise<void> {
  const { load, tally } = run;
  if (!needsPreview(load.configuration)) {
    return;
  }
  for (const assortmentId of targets.assortmentIds) {
    const { removed, removedItemIds } = await preview(run, assortmentId);
    if (load.configuration.dryRun === true) {
      tally.add("assortment-item", "deleted", removed);
    }
    for (const itemId of removedItemIds) {
      await plan.addLine({
        rowNumber: 0,
        entityType: "assortment-item",
        federatedId: null,
        action: "delete",
        changes: { assortmentId: [assortmentId, null], itemId: [itemId, null] },
      });
    }
  }
}

/** Rejects a load that exceeds its maxRemovals, before anything is written. */
export async function requireFewRemovals(run: LoadRun, targets: Targets): Promise<void> {
  const { services, orgId, load } = run;
  const { maxRemovals } = load.configuration;
  if (!needsPreview(load.configuration)) {
    return;
  }
  let removals = 0;
  for (const assortmentId of maxRemovals === undefined ? [] : targets.assortmentIds) {
    removals += (await preview(run, assortmentId)).removed;
  }
  await services.db.transaction((tx) => deleteStage(tx, orgId, previewStage(load.id)));
  if (maxRemovals !== undefined && removals > maxRemovals) {
    throw new LoadFailedError([
      configurationIssue(
        `The load would remove ${removals} items from its assortments, but maxRemovals is ${maxRemovals}.`,
        "Review the plan of a dry run. To remove them, raise maxRemovals; otherwise use partialAssortmentUpdate.",
      ),
    ]);
  }
}

function preview({ services, orgId, load }: LoadRun, assortmentId: string) {
  const isPartial = isPartialUpdate(load.configuration);
  return previewMembers(services.db, orgId, { stageId: previewStage(load.id), assortmentId, isPartial });
}

/**
 * The members that a load would remove are known only after the whole file was read, so rows are staged for the preview
 * too.
 */
export function needsPreview({ loadType = [], dryRun, applyPlanOf, maxRemovals }: LoadRequest): boolean {
  const isAsked = dryRun === true || applyPlanOf !== undefined || maxRemovals !== undefined;
  return loadType.includes("ASSORTMENT") && isAsked;
}

/** Separate from the stage that is written. */
export function previewStage(loadId: string): string {
  return `${loadId}:preview`;
}
