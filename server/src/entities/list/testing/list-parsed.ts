import type { BoundedDatabase } from "../../../platform/database/database.ts";
import type { JsonValue } from "../../../platform/json-value.ts";
import { testBudget } from "../../../testing/test-budget.ts";
import { type EntityPage, type ListContext, type ListQuery, listEntities } from "../list-entities.ts";

export interface ParsedPage extends Omit<EntityPage, "results"> {
  readonly results: Record<string, JsonValue>[];
}

/** A page with its entities parsed from the JSON that is sent. */
export async function listParsed(db: BoundedDatabase, context: ListContext, query: ListQuery): Promise<ParsedPage> {
  const page = await listEntities(db, context, query, testBudget());
  return { ...page, results: page.results.map((text) => JSON.parse(text)) };
}
