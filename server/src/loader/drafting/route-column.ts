import { isSystemField } from "@weft/contract";
import { propertyKinds } from "../../entity-types/kinds/property-kinds.ts";
import { validateCharacters } from "../../entity-types/kinds/validate-text.ts";
import type { ResolvedProperty, ResolvedType } from "../../entity-types/type-tree.ts";
import { type ColumnRemark, quoteName } from "../preprocess/column-issue.ts";
import { levelSuffixes } from "../preprocess/load-properties.ts";

/** An item row describes a family, or an option and its family. An entity without options counts as a family. */
export type RowLevel = "family" | "option";

/** The draft that gets a field. */
export type FieldTarget = "family" | "option" | "projectFamily" | "projectOption" | "member" | "entity";

/** An entity type of the load, and the drafts of its fields. */
export interface Taker {
  readonly type: ResolvedType;
  /** True for items and project items: a row may have one for the family and one for the option. */
  readonly hasLevels: boolean;
  readonly targets: Readonly<Partial<Record<RowLevel, FieldTarget>>>;
}

/** The entity types of a load. Undefined columns go to the first. */
export type Takers = readonly [Taker, ...Taker[]];

/** A column that an entity type uses. */
export interface ColumnUse {
  readonly column: string;
  readonly slug: string;
  readonly taker: Taker;
  /** Undefined for an undefined property of an open type. */
  readonly property: ResolvedProperty | undefined;
  /** The level that the column's name targets: <slug>Family, <slug>Option. */
  readonly aim: RowLevel | undefined;
}

interface RoutedColumn {
  readonly uses: readonly ColumnUse[];
  /** Remarks on the column as a whole. */
  readonly remarks: readonly ColumnRemark[];
  /** Whether the remarks apply only to rows with a value in the column. */
  readonly isForValues?: boolean;
}

export interface ColumnContext {
  /** What may be meant by an unknown column. */
  readonly hint?: string | undefined;
  /** Whether other types than that of the row have the property: a file may have rows of several. */
  readonly isOfOtherTypes?: boolean;
}

interface KnownUse extends ColumnUse {
  readonly property: ResolvedProperty;
}

const step = 6;
// The only built-in property that a plain column sets. The others are derived from the columns that the load itself
// reads.
const settableBuiltIns: ReadonlySet<string> = new Set(["sizeRange"]);
const unknownSlugCharactersMax = 128;

/** Every entity type of the load that has the property uses the column, at the level of its property. */
export function routeColumn(column: string, takers: Takers, context: ColumnContext = {}): RoutedColumn {
  // Step 6 warns of these.
  if (isSystemField(column)) {
    return { uses: [], remarks: [] };
  }
  const plain = usesOf({ column, slug: column, aim: undefined }, takers);
  const known = plain.length > 0 ? plain : aimedUsesOf(column, takers);
  return known.length > 0 ? routeKnown(column, known) : routeUnknown(column, takers, context);
}

function usesOf(named: Pick<ColumnUse, "column" | "slug" | "aim">, takers: readonly Taker[]): KnownUse[] {
  return takers.flatMap((taker) => {
    const property = taker.type.properties.get(named.slug);
    return property === undefined ? [] : [{ ...named, taker, property }];
  });
}

/** Items and project items have levels; an assortment member in the same load also uses such a column. */
function aimedUsesOf(column: string, takers: Takers): KnownUse[] {
  return levelSuffixes.flatMap(([suffix, aim]) =>
    column.endsWith(suffix) && takers[0].hasLevels
      ? usesOf({ column, slug: column.slice(0, -suffix.length), aim }, takers)
      : [],
  );
}

function routeKnown(column: string, known: readonly KnownUse[]): RoutedColumn {
  const settable = known.filter(({ property }) => !property.isBuiltIn || settableBuiltIns.has(property.slug));
  if (settable.length === 0) {
    return { uses: [], remarks: [madeByLoad(column)] };
  }
  const reachable = settable.filter((use) => !contradictsLevel(use));
  // Step 6 warns of computed properties.
  const uses = reachable.filter(({ property }) => propertyKinds[property.propertyType].isComputed !== true);
  return { uses, remarks: reachable.length === 0 ? [aimsAtNobody(column, settable)] : [] };
}

function contradictsLevel({ aim, taker, property: { level } }: KnownUse): boolean {
  return taker.hasLevels && aim !== undefined && (level === "family" || level === "option") && level !== aim;
}

function routeUnknown(column: string, takers: Takers, { hint, isOfOtherTypes }: ColumnContext): RoutedColumn {
  const [taker] = takers;
  const isNamed = isStorable(column);
  const isKept = taker.type.mode === "open" && isNamed;
  const uses = isKept ? [{ column, slug: column, taker, property: undefined, aim: undefined }] : [];
  return isOfOtherTypes === true
    ? { uses, remarks: [valueOfOtherType(column, taker.type)], isForValues: true }
    : { uses, remarks: [unknownColumn(column, { type: taker.type, isNamed, hint })] };
}

/** False for a name that the write path would reject, or that is not safe as an object key. */
function isStorable(column: string): boolean {
  const isName = column !== "" && column !== "__proto__" && column.length <= unknownSlugCharactersMax;
  return isName && validateCharacters(column) === undefined;
}

interface UnknownColumn {
  readonly type: ResolvedType;
  /** Whether a property can have its name. */
  readonly isNamed: boolean;
  readonly hint: string | undefined;
}

function unknownColumn(column: string, { type, isNamed, hint }: UnknownColumn): ColumnRemark {
  const advice = `Define the property on ${type.typePath}, or add the column to propertiesToRemove.`;
  return {
    step,
    columnName: column,
    issueType: "HEADER_MISMATCH",
    message: `The types of this load have no property ${quoteName(column)}. ${fateOf(type, isNamed)}`,
    suggestion: hint === undefined ? advice : `${hint} ${advice}`,
  };
}

function valueOfOtherType(column: string, type: ResolvedType): ColumnRemark {
  return {
    step,
    columnName: column,
    issueType: "HEADER_MISMATCH",
    message: `Rows of the type ${type.typePath} have values in ${quoteName(column)}, a property of other types. ${fateOf(type, true)}`,
    suggestion: `Leave the cells of these rows empty, or define the property on ${type.typePath}.`,
  };
}

function fateOf({ typePath, mode, root }: ResolvedType, isNamed: boolean): string {
  if (mode === "strict") return `The column is dropped, because the type ${typePath} is strict.`;
  return isNamed
    ? `It is stored on the ${root.label.toLowerCase()} as an undefined property.`
    : "The column is dropped, because a property cannot have this name.";
}

function madeByLoad(column: string): ColumnRemark {
  return {
    step,
    columnName: column,
    issueType: "HEADER_MISMATCH",
    message: `${quoteName(column)} is derived from the ids of the row, so the column is ignored.`,
    suggestion: "Remove the column, or add it to propertiesToRemove.",
  };
}

function aimsAtNobody(column: string, [use]: readonly KnownUse[]): ColumnRemark {
  return {
    step,
    columnName: column,
    issueType: "HEADER_MISMATCH",
    message: `${quoteName(column)} is for the ${use?.aim}, but ${use?.slug} is stored only on the ${use?.property.level}, so the column is ignored.`,
    suggestion: `Rename the column to ${use?.slug}, or change the level of the property.`,
  };
}
