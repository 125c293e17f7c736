import type { Relation } from "../../lists/relations.ts";
import { type Budget, MemoryShortError } from "../../platform/budgets/budget.ts";
import type { BoundedDatabase } from "../../platform/database/database.ts";
import { invalidField } from "../../platform/errors.ts";
import { EventLoopTurn } from "../../platform/event-loop-turn.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import { type HydrationContext, hydrateRelations } from "./hydrate-relations.ts";
import { selectFields } from "./select-fields.ts";

type Presented = Readonly<Record<string, JsonValue>>;

export interface HydratedFields {
  readonly relations: readonly Relation[];
  readonly fields: ReadonlySet<string> | undefined;
  readonly budget: Budget;
}

/**
 * The JSON of the first entities with their relations, as many as fit into the budget. A shared relation counts for
 * each entity, because the response repeats it.
 */
export async function hydratePage(
  db: BoundedDatabase,
  context: HydrationContext,
  presented: readonly (Presented | undefined)[],
  shaping: HydratedFields,
): Promise<(string | undefined)[]> {
  const { budget, relations, fields } = shaping;
  const before = budget.spent;
  const present = presented.filter((entity) => entity !== undefined);
  const hydrated = await hydrateRelations(db, context, present, { relations, budget });
  // Released, because the response repeats these entities and is counted instead.
  budget.rewind(before);
  if (hydrated === undefined) {
    if (present.length <= 1) {
      const detail = `The entities that one entity refers to are larger than ${budget.bytesMax} bytes. Request fewer relations, and read those entities separately.`;
      throw invalidField("relations", detail);
    }
    return hydratePage(db, context, presented.slice(0, Math.ceil(presented.length / 2)), shaping);
  }
  return textsWithin(presented, hydrated, { fields, budget });
}

async function textsWithin(
  presented: readonly (Presented | undefined)[],
  hydrated: readonly Record<string, JsonValue>[],
  { fields, budget }: Pick<HydratedFields, "fields" | "budget">,
): Promise<(string | undefined)[]> {
  const turn = new EventLoopTurn();
  const texts: (string | undefined)[] = [];
  const rest = hydrated.values();
  for (const entity of presented) {
    const next = entity === undefined ? undefined : rest.next().value;
    const text = next && JSON.stringify(selectFields(next, fields));
    const verdict = budget.spend(Buffer.byteLength(text ?? ""));
    if (verdict === "wait") {
      throw new MemoryShortError();
    }
    if (verdict === "full") {
      return texts;
    }
    texts.push(text);
    await turn.yieldIfLong();
  }
  return texts;
}
