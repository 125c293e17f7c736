import type { EntityProperty } from "../entity-property.ts";
import type { PropertyType } from "../property-kinds.ts";
import type { GridColumn } from "./grid-column.ts";

const shownByDefault = 7;

interface Chosen {
  /** From the address. */
  readonly asked: readonly string[] | undefined;
  /** From this browser. */
  readonly remembered: readonly string[] | undefined;
  /** The properties that the type presents first. */
  readonly keyFacts: readonly string[];
  /** Whether the list may contain several types. */
  readonly hasSubtypes: boolean;
  /** Whether any row has an external ID. */
  readonly hasKeys: boolean;
  /** A column that the list is filtered by, and that is visible for it. */
  readonly filtered?: string | undefined;
}

/** The visible columns in order, without the name, which always comes first. */
export function chooseColumns(columns: readonly GridColumn[], chosen: Chosen) {
  const wanted = chosen.asked ?? chosen.remembered;
  const choosable = columns.filter(({ field }) => field !== "name");
  if (wanted === undefined) {
    const columns = defaultColumns(choosable, chosen);
    const added = choosable.filter(({ field }) => field === chosen.filtered);
    return [...columns.filter(({ field }) => field !== chosen.filtered), ...added];
  }
  return wanted.flatMap((field) => choosable.find((column) => column.field === field) ?? []);
}

/** Moves a column one place; at either end it stays. */
export function moveColumn(fields: readonly string[], field: string, step: -1 | 1): string[] {
  const from = fields.indexOf(field);
  const to = from + step;
  if (from < 0 || to < 0 || to >= fields.length) return [...fields];
  const without = fields.filter((one) => one !== field);
  return [...without.slice(0, to), field, ...without.slice(to)];
}

/** The pinned ones first, each part in its order. */
export function pinnedFirst(columns: readonly GridColumn[], pinned: readonly string[]) {
  const first = columns.filter(({ field }) => pinned.includes(field));
  const others = columns.filter(({ field }) => !pinned.includes(field));
  return { columns: [...first, ...others], pinnedCount: first.length };
}

/**
 * The external ID, the type where there are several, and the key facts of the type. Without them: indexed properties,
 * and the last change.
 */
function defaultColumns(columns: readonly GridColumn[], { hasSubtypes, hasKeys, keyFacts }: Chosen): GridColumn[] {
  const named = (field: string) => columns.filter((column) => column.field === field);
  const first = [...(hasKeys ? named("federatedId") : []), ...(hasSubtypes ? named("typePath") : [])];
  const facts = keyFacts.flatMap(named);
  if (facts.length > 0) return [...first, ...facts];
  const last = named("updatedOn");
  const room = shownByDefault - 1 - first.length - last.length;
  const ranked = columns
    .filter((column) => column.source !== "system" && isWorthShowing(column.property))
    .map((column, place) => ({ column, rank: rankOf(column), place }))
    .sort((one, other) => one.rank - other.rank || one.place - other.place)
    .slice(0, room);
  const properties = ranked.sort((one, other) => one.place - other.place).map(({ column }) => column);
  return [...first, ...properties, ...last];
}

function isWorthShowing({ slug, isBuiltIn, isDisabled, propertyType }: EntityProperty): boolean {
  return !isDisabled && !bulky.has(propertyType) && !(isBuiltIn && reportedByHex.has(slug));
}

/** The components of a color, which its hex already contains. */
const reportedByHex: ReadonlySet<string> = new Set(["red", "green", "blue"]);

const bulky: ReadonlySet<PropertyType> = new Set(["text", "json", "image", "image_list"]);

function rankOf({ isSearchable, source, property }: GridColumn): number {
  if (isSearchable) return 0;
  if (source === "described" && !property.isBuiltIn) return 1;
  return source === "seen" ? 2 : 3;
}
