import type { Caller } from "../../access/caller.ts";
import { decide, targetOf } from "../../access/decide.ts";
import type { FieldScope } from "../../lists/field-scope.ts";
import type { Grouping } from "../../lists/read-aggregation.ts";
import { relationsOf } from "../../lists/relations.ts";
import type { Database } from "../../platform/database/database.ts";
import type { GroupRow } from "./aggregate-store.ts";
import { findReferredNames, type ReferredName } from "./entity-list-store.ts";
import type { ListContext } from "./list-entities.ts";

/** The label of a group by its value. */
export type GroupLabels = ReadonlyMap<string, string>;

interface Groups {
  readonly scope: FieldScope;
  readonly groupings: readonly Grouping[];
  readonly rows: readonly GroupRow[];
}

/** The labels of each grouping: of options, types, referenced entities that the caller may read, and actors. */
export async function labelGroups(
  db: Database,
  context: ListContext,
  { scope, groupings, rows }: Groups,
): Promise<GroupLabels[]> {
  const labels: GroupLabels[] = [];
  for (const [index, grouping] of groupings.entries()) {
    const keys = new Set(rows.flatMap(({ keys: { [index]: key } }) => key ?? []));
    labels.push(await labelsOf(db, context, { scope, grouping, keys: [...keys] }));
  }
  return labels;
}

interface Keys {
  readonly scope: FieldScope;
  readonly grouping: Grouping;
  readonly keys: readonly string[];
}

async function labelsOf(
  db: Database,
  { caller, types, actorsOf }: ListContext,
  { scope, grouping: { field }, keys }: Keys,
): Promise<GroupLabels> {
  if (field.place === "column") {
    switch (field.name) {
      case "typePath":
        return new Map(keys.flatMap((path) => pair(path, types.nodeAt(path)?.label)));
      case "createdById":
      case "updatedById": {
        const actors = keys.length === 0 ? [] : await actorsOf?.(caller.org.id, keys);
        return new Map(actors?.map(({ id, name }) => [id, name]));
      }
      default:
        return new Map();
    }
  }
  const relation = relationsOf(scope.properties).find((one) => one.to === "entities" && one.slug === field.name);
  if (relation?.to === "entities") {
    return namesOfReferred(db, caller, keys, relation.entityTypes);
  }
  const options = scope.properties.get(field.name)?.options ?? [];
  return new Map(options.map(({ value, display }) => [value, display]));
}

function pair(key: string, label: string | undefined): [string, string][] {
  return label === undefined ? [] : [[key, label]];
}

/** An entity that the caller may not read has no name, as if it did not exist. */
async function namesOfReferred(
  db: Database,
  caller: Caller,
  ids: readonly string[],
  entityTypes: readonly string[],
): Promise<GroupLabels> {
  const found = ids.length === 0 ? [] : await findReferredNames(db, caller.org.id, ids, entityTypes);
  const isReadable = ({ type_path: typePath, id, project_id: projectId }: ReferredName) =>
    decide(caller, "read", targetOf({ typePath, id, projectId })).isAllowed;
  return new Map(found.filter(isReadable).flatMap(({ id, name }) => pair(id, name ?? undefined)));
}
