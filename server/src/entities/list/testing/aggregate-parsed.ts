import type { ReadingDatabase } from "../../../platform/database/replica-reads.ts";
import { testBudget } from "../../../testing/test-budget.ts";
import { type AggregateQuery, aggregateEntities, GroupCache } from "../aggregate-entities.ts";
import type { ListContext } from "../list-entities.ts";
import type { ModelGroup } from "./aggregate-model.ts";

export interface ParsedGroups {
  readonly results: readonly ModelGroup[];
  readonly totalGroups: number;
}

/** The groups, parsed from the JSON that is sent. */
export async function aggregateParsed(
  db: ReadingDatabase,
  context: ListContext,
  query: Partial<AggregateQuery>,
): Promise<ParsedGroups> {
  return JSON.parse(await aggregateText(db, context, { limit: 1000, ...query }));
}

/** The JSON that is sent. */
export function aggregateText(db: ReadingDatabase, context: ListContext, query: AggregateQuery): Promise<string> {
  return aggregateEntities(db, context, query, { budget: testBudget(), cache: new GroupCache() });
}
