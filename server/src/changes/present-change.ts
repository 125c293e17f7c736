import { isSystemField } from "@weft/contract";
import type { Caller } from "../access/caller.ts";
import { type Decision, decide, targetOf } from "../access/decide.ts";
import { type ResolvedType, rootTypeOf, type TypeTree } from "../entity-types/type-tree.ts";
import type { JsonValue } from "../platform/json-value.ts";
import { type ChangeRow, positionOf } from "./change.ts";
import { encodeCursor } from "./change-cursor.ts";
import { administeredTypes } from "./readable-changes.ts";

interface PresentOptions {
  readonly types: TypeTree;
  /** For records that do not have it, by entityReference. */
  readonly federatedIds: ReadonlyMap<string, string>;
}

/** Records as visible to this caller, by its current rights on the type and project of each record. */
export function presentChanges(rows: readonly ChangeRow[], caller: Caller, { types, federatedIds }: PresentOptions) {
  const labelOf = propertyLabels(types);
  return rows.map((row) => presentChange(row, federatedIds, caller, labelOf));
}

/** The federatedId of the entity after an update, or of its state otherwise; undefined if the record does not have it. */
export function recordedFederatedId({ action, federated_id, diffs }: ChangeRow): JsonValue {
  const { federatedId } = diffs;
  if (action !== "update") {
    return federatedId ?? "";
  }
  return federated_id ?? (Array.isArray(federatedId) ? (federatedId[1] ?? "") : undefined);
}

export type PresentedChange = ReturnType<typeof presentChange>;

function presentChange(row: ChangeRow, federatedIds: PresentOptions["federatedIds"], caller: Caller, labelOf: LabelOf) {
  const typePath = administeredTypes.includes(row.entity_type) ? row.entity_type : row.type_path;
  const target = targetOf({ typePath, id: row.entity_id, projectId: row.project_id });
  const entityReference = `${row.entity_type}:${row.entity_id}`;
  const federatedId = recordedFederatedId(row) ?? federatedIds.get(entityReference);
  return {
    id: encodeCursor(positionOf(row)),
    entityType: row.entity_type,
    entityReference,
    entityId: row.entity_id,
    ...(typeof federatedId === "string" && federatedId !== "" ? { federatedId } : {}),
    typePath: row.type_path,
    action: row.action,
    createdOn: row.created_on.toISOString(),
    ...presentActor(row),
    propertyDiffs: presentDiffs(row, decide(caller, "read", target), labelOf),
    changeSetId: row.change_set_id,
    source: row.source,
    ...(row.source_id === null ? {} : { sourceId: row.source_id }),
    entityVersion: row.entity_version,
  };
}

export function presentActor({ actor_id, actor_type, actor_name }: ChangeRow) {
  return actor_id === null || actor_type === null
    ? {}
    : { createdById: actor_id, createdBy: { id: actor_id, type: actor_type, name: actor_name ?? "" } };
}

function presentDiffs(row: ChangeRow, decision: Decision, labelOf: LabelOf) {
  return Object.fromEntries(
    Object.entries(row.diffs)
      .filter(([slug]) => isVisible(slug, decision))
      .map(([slug, diff]) => [slug, { propertyName: labelOf(row.type_path, slug), ...valuesOf(row, diff) }]),
  );
}

/** Fields that may not be read are absent, including the fact that they changed. */
function isVisible(slug: string, decision: Decision): boolean {
  return decision.isAllowed && (decision.fields === "all" || isSystemField(slug) || decision.fields.has(slug));
}

function valuesOf({ action }: ChangeRow, diff: JsonValue): { oldValue: JsonValue; newValue: JsonValue } {
  switch (action) {
    case "create":
      return { oldValue: null, newValue: diff ?? null };
    case "delete":
      return { oldValue: diff ?? null, newValue: null };
    default: {
      const [oldValue, newValue]: readonly JsonValue[] = Array.isArray(diff) ? diff : [];
      return { oldValue: oldValue ?? null, newValue: newValue ?? null };
    }
  }
}

const systemLabels: ReadonlyMap<string, string> = new Map([
  ["name", "Name"],
  ["typePath", "Type path"],
  ["federatedId", "External ID"],
]);

export type LabelOf = (typePath: string, slug: string) => string;

/**
 * The current labels of properties. A property that is no longer defined is labeled with its slug. Each type is looked
 * up once for all records, because the tree recomputes unknown types on each lookup.
 */
export function propertyLabels(types: TypeTree): LabelOf {
  const known = new Map<string, ResolvedType | undefined>();
  return (typePath, slug) => {
    if (!known.has(typePath)) {
      known.set(typePath, rootTypeOf(typePath) === undefined ? undefined : types.typeAt(typePath));
    }
    return systemLabels.get(slug) ?? known.get(typePath)?.properties.get(slug)?.label ?? slug;
  };
}
