import { rightsOn } from "../access/readable-rights.ts";
import type { TypeTree } from "../entity-types/type-tree.ts";
import type { Database } from "../platform/database/database.ts";
import type { JsonValue } from "../platform/json-value.ts";
import { fieldScopeOf } from "./list/field-scope.ts";
import { type HydrationContext, hydrateRelations } from "./list/hydrate-relations.ts";
import { readRelations } from "./list/read-relations.ts";
import { readFields, selectFields } from "./list/select-fields.ts";

export interface Shaping {
  readonly fields?: readonly string[] | undefined;
  readonly relations?: readonly string[] | undefined;
}

/** One presented entity with the relations and only the fields that were asked for, as a list would show it. */
export async function shapeEntity(
  db: Database,
  context: HydrationContext & { readonly types: TypeTree; readonly entityType: string },
  presented: Record<string, JsonValue>,
  shaping: Shaping,
): Promise<Record<string, JsonValue>> {
  const rights = rightsOn(context.caller, "read", context.entityType);
  const scope = fieldScopeOf(context.types, context.entityType, {}, rights);
  const relations = readRelations(shaping.relations ?? [], scope.properties);
  const fields = readFields(shaping.fields, scope, relations);
  const [hydrated = presented] = await hydrateRelations(db, context, [presented], relations);
  return selectFields(hydrated, fields);
}
