import { createHash, type Hash } from "node:crypto";
import { decide, targetOf } from "../../access/decide.ts";
import type { Entity } from "../../entities/entity.ts";
import { diffsOf, stateOf } from "../../entities/write/diff-entities.ts";
import type { Step } from "../../entities/write/wants.ts";
import type { Writer } from "../../entities/write/write-request.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import type { CheckedBatch } from "../batches/checked-batch.ts";
import type { SpoolFile } from "../output/spool-file.ts";

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
