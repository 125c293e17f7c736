import type { TypeRight } from "../../access/decide.ts";
import type { TypeTree } from "../../entity-types/type-tree.ts";
import type { Budget } from "../../platform/budgets/budget.ts";
import type { BoundedDatabase } from "../../platform/database/database.ts";
import type { SqlStatement } from "../../platform/database/sql.ts";
import { invalidField } from "../../platform/errors.ts";
import { entityOfRow } from "../model/entity.ts";
import { presentEntity, presentToCaller } from "../model/present-entity.ts";
import { findReferredRows } from "./entity-list-store.ts";
import { hydratePage } from "./hydrate-page.ts";
import type { HydrationContext } from "./hydrate-relations.ts";
import { type FamilyRow, findFamilies } from "./nested-family-store.ts";
import type { ReturnedFields } from "./select-fields.ts";

/** The maximum number of options that a list returns with each family. */
const optionsMax = 100;

interface NestingContext extends HydrationContext {
  readonly types: TypeTree;
}

interface NestedPage extends ReturnedFields {
  readonly rights: readonly TypeRight[];
  /** Decides which items match. */
  readonly where: SqlStatement;
  readonly budget: Budget;
}

export function requireNestable(entityType: string): void {
  if (entityType !== "item") {
    throw invalidField("nest", `Only items have families. Omit nest to list ${entityType}.`);
  }
}

/**
 * The JSON of families with their options below. If options match, those are shown and the others counted; a family that
 * matches alone is shown with all of its options.
 */
export async function nestOptions(
  db: BoundedDatabase,
  context: NestingContext,
  families: readonly (readonly [id: string, text: string | undefined])[],
  page: NestedPage,
): Promise<(string | undefined)[]> {
  if (families.length === 0) {
    return [];
  }
  const orgId = context.caller.org.id;
  const familyIds = families.map(([id]) => id);
  const { rights, where } = page;
  const rows = await findFamilies(db, { orgId, rights, familyIds, where, optionsMax });
  const byFamily = new Map(rows.map((row) => [row.family_id, row]));
  const texts = await readOptions(db, context, rows.flatMap(shownIds), page);
  return families.map(([id, text]) => text && withNested(text, byFamily.get(id), texts));
}

function shownIds({ matching_options: matching, matching_ids: some, option_ids: all }: FamilyRow): readonly string[] {
  return matching > 0 ? some : all;
}

/** By id, the JSON of each option. */
async function readOptions(
  db: BoundedDatabase,
  context: NestingContext,
  ids: readonly string[],
  { relations, fields, hasCompleteness, budget }: NestedPage,
): Promise<ReadonlyMap<string, string>> {
  const references = ids.map((id) => ({ entityType: "item", id }));
  const { rows, isCut } = await findReferredRows(db, context.caller.org.id, references, budget);
  const types = hasCompleteness ? context.types : undefined;
  const presented = await presentToCaller(context.caller, rows, (row, visible) =>
    presentEntity(entityOfRow(row), visible, types),
  );
  const texts = isCut ? [] : await hydratePage(db, context, presented, { relations, fields, budget });
  if (texts.length < rows.length) {
    const detail = `The families of this page with their options are larger than ${budget.bytesMax} bytes. Use a smaller limit, or request fewer fields.`;
    throw invalidField("limit", detail);
  }
  return new Map(
    rows.flatMap(({ id }, index) => [[id, texts[index] ?? ""] as const]).filter(([, text]) => text !== ""),
  );
}

function withNested(text: string, row: FamilyRow | undefined, texts: ReadonlyMap<string, string>): string {
  const options = (row === undefined ? [] : shownIds(row)).flatMap((id) => texts.get(id) ?? []);
  const { options: count = 0, matching_options: matching = 0, is_match: isMatch = false } = row ?? {};
  const hidden = matching === 0 ? 0 : count - matching;
  const counts = `"optionCount":${count},"hiddenOptions":${hidden},"isMatch":${isMatch}`;
  return `${withoutMember(text, "nested").slice(0, -1)},"nested":{"options":[${options.join()}],${counts}}}`;
}

/** An undefined property of the same name would be in the JSON twice. */
function withoutMember(text: string, name: string): string {
  if (!text.includes(`"${name}":`)) {
    return text;
  }
  const { [name]: _replaced, ...rest }: Record<string, unknown> = JSON.parse(text);
  return JSON.stringify(rest);
}
