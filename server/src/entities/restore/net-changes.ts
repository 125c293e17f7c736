import type { ChangeRow } from "../../changes/change.ts";
import { groupBy } from "../../platform/group-by.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import { isSameJson } from "../../platform/same-json.ts";
import type { RecordedState } from "./reversal-drafts.ts";

/** What a change set did to an entity, from its first to its last change of it. */
export type NetChange = NetSubject &
  (
    | { readonly kind: "created"; readonly state: RecordedState }
    | { readonly kind: "deleted"; readonly state: RecordedState }
    | { readonly kind: "updated"; readonly diffs: ReadonlyMap<string, Diff> }
  );

interface NetSubject {
  readonly entityType: string;
  readonly id: string;
  /** The last change. */
  readonly row: ChangeRow;
}

/** The values before and after, null if absent. */
interface Diff {
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/** The changes are in the order of the log, and so are the results, by the first change of each entity. */
export function netChanges(rows: readonly ChangeRow[]): NetChange[] {
  return [...groupBy(rows, ({ entity_type, entity_id }) => `${entity_type}:${entity_id}`).values()].flatMap(netChange);
}

function netChange(rows: readonly ChangeRow[]): NetChange[] {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) {
    return [];
  }
  const subject = { entityType: last.entity_type, id: last.entity_id, row: last };
  const existedBefore = first.action !== "create";
  const existsAfter = last.action !== "delete";
  if (!existedBefore) {
    return existsAfter ? [{ ...subject, kind: "created", state: stateAfter(rows) }] : [];
  }
  if (!existsAfter) {
    return [{ ...subject, kind: "deleted", state: stateBefore(rows) }];
  }
  const diffs = rows.every(({ action }) => action === "update")
    ? sumOfUpdates(rows)
    : differences(stateBefore(rows), stateAfter(rows));
  return diffs.size === 0 ? [] : [{ ...subject, kind: "updated", diffs }];
}

/** The state before the first change of an entity that the set deleted. */
function stateBefore(rows: readonly ChangeRow[]): RecordedState {
  const index = rows.findIndex(({ action }) => action === "delete");
  return rows
    .slice(0, index)
    .reduceRight((state, row) => withValues(state, row, ({ before }) => before), rows[index]?.diffs ?? {});
}

/** The state after the last change of an entity that the set created. */
function stateAfter(rows: readonly ChangeRow[]): RecordedState {
  const index = rows.findLastIndex(({ action }) => action === "create");
  return rows
    .slice(index + 1)
    .reduce((state, row) => withValues(state, row, ({ after }) => after), rows[index]?.diffs ?? {});
}

function withValues(state: RecordedState, { diffs }: ChangeRow, choose: (diff: Diff) => JsonValue): RecordedState {
  const next: Record<string, JsonValue> = { ...state };
  for (const [slug, diff] of Object.entries(diffs)) {
    const value = choose(diffOf(diff));
    if (value === null) {
      delete next[slug];
    } else {
      next[slug] = value;
    }
  }
  return next;
}

function sumOfUpdates(rows: readonly ChangeRow[]): Map<string, Diff> {
  const sum = new Map<string, Diff>();
  for (const [slug, recorded] of rows.flatMap(({ diffs }) => Object.entries(diffs))) {
    const diff = diffOf(recorded);
    sum.set(slug, { before: (sum.get(slug) ?? diff).before, after: diff.after });
  }
  return new Map([...sum].filter(([, { before, after }]) => !isSameJson(before, after)));
}

function differences(before: RecordedState, after: RecordedState): Map<string, Diff> {
  const slugs = new Set([...Object.keys(before), ...Object.keys(after)]);
  const all = [...slugs].map((slug): [string, Diff] => [
    slug,
    { before: before[slug] ?? null, after: after[slug] ?? null },
  ]);
  return new Map(all.filter(([, diff]) => !isSameJson(diff.before, diff.after)));
}

function diffOf(recorded: JsonValue): Diff {
  const [before, after]: readonly JsonValue[] = Array.isArray(recorded) ? recorded : [];
  return { before: before ?? null, after: after ?? null };
}
