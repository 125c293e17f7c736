import assert from "node:assert";
import { rightsOn } from "../access/readable-rights.ts";
import type { TypeTree } from "../entity-types/type-tree.ts";
import type { Budget } from "../platform/budgets/budget.ts";
import type { BoundedDatabase } from "../platform/database/database.ts";
import type { JsonValue } from "../platform/json-value.ts";
import { fieldScopeOf } from "./list/field-scope.ts";
import { hydratePage } from "./list/hydrate-page.ts";
import type { HydrationContext } from "./list/hydrate-relations.ts";
import { readRelations } from "./list/read-relations.ts";
import { readFields } from "./list/select-fields.ts";

export interface Shaping {
  readonly fields?: readonly string[] | undefined;
  readonly relations?: readonly string[] | undefined;
}

/** The JSON of one entity with only the requested relations and fields, as in a list. */
export async function shapeEntity(
  db: BoundedDatabase,
  context: HydrationContext & { readonly types: TypeTree; readonly entityType: string },
  presented: Record<string, JsonValue>,
  { budget, ...shaping }: Shaping & { readonly budget: Budget },
): Promise<string> {
  const rights = rightsOn(context.caller, "read", context.entityType);
  const scope = fieldScopeOf(context.types, context.entityType, {}, rights);
  const relations = readRelations(shaping.relations ?? [], scope.properties);
  const fields = readFields(shaping.fields, scope, relations);
  const [text] = await budget.read(() => hydratePage(db, context, [presented], { relations, fields, budget }));
  assert(text !== undefined, "an entity without its JSON");
  return text;
}
