import { ApiError, type EntityGroups, type Weft } from "@weft/client";
import type { EntityKind } from "../../entity-kind.ts";
import type { CellLabels, Option } from "../cell-text.ts";
import { type GridListing, referredKind } from "../grid-calls.ts";
import type { GroupFigures, RowGroup } from "../row-group.ts";
import { labelOfGroup } from "./group-label.ts";
import { type Grouping, type GroupValue, isOfOptions, isStepped, testOfGroup, withTests } from "./grouping.ts";

/** The groups of a list, in order. */
interface ListGroups {
  readonly groups: readonly ListGroup[];
  /** Of everything that matches: an entity may be in several groups. */
  readonly all: GroupFigures;
  /** Whether there are more groups than the service returns. */
  readonly isCut: boolean;
}

interface ListGroup extends RowGroup {
  readonly figures: GroupFigures;
  /** The request of its rows. */
  readonly listing: GridListing;
}

interface GroupsInput {
  readonly kind: EntityKind;
  readonly listing: GridListing;
  readonly grouping: Grouping;
  /** Such as avg:price. */
  readonly metrics: readonly string[];
  /** Whether options are below their style. */
  readonly isNested: boolean;
  readonly options: readonly Option[];
  readonly words: CellLabels;
}

const groupsMax = 1000;

/** Counts the groups. A style counts where it matches itself, and an option where it matches. */
export async function readGroups(weft: Weft, input: GroupsInput): Promise<ListGroups> {
  const { grouping, listing, isNested } = input;
  const criteria = withTests(listing.criteria, isNested && isOfOptions(grouping) ? [{ role: "option" }] : []);
  const counted = { ...input, listing: { ...listing, criteria } };
  const [groups, all] = await Promise.all([
    aggregate(weft, counted, [grouping.name]),
    aggregate(weft, { ...counted, listing }, []),
  ]);
  return {
    groups: sorted(groupsOf(groups, counted), grouping),
    all: figuresOf(all.results),
    isCut: groups.totalGroups > groups.results.length,
  };
}

/** Roles and metrics may be hidden from this user, or amounts have several currencies: the counts are there anyway. */
async function aggregate(weft: Weft, { kind, listing, grouping, metrics }: GroupsInput, groupBy: readonly string[]) {
  const { criteria, q } = listing;
  const isSorted = groupBy.length > 0 && !isSortedByLabel(grouping);
  const order = isSorted ? { order: { orderField: grouping.column.field, order: "asc" as const } } : {};
  const base = { entityName: kind.name, criteria, q, limit: groupsMax, ...order };
  const byRole = kind.name === "item" ? [...groupBy, "role"] : groupBy;
  try {
    return await weft.entities.aggregate({ ...base, groupBy: given(byRole), metrics: given(metrics) });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 400)) throw error;
    return weft.entities.aggregate({ ...base, groupBy: given(groupBy) });
  }
}

/** The service expects a name, or no parameter. */
function given(names: readonly string[]): readonly string[] | undefined {
  return names.length === 0 ? undefined : names;
}

type CountedGroup = EntityGroups["results"][number];

function groupsOf({ results }: EntityGroups, input: GroupsInput): ListGroup[] {
  const { grouping, listing, isNested, options } = input;
  const parts = new Map<string, { readonly value: GroupValue & { label?: string | undefined }; of: CountedGroup[] }>();
  for (const result of results) {
    const value = result.group[grouping.column.field] ?? { value: null };
    const key = `${grouping.name}=${JSON.stringify(value.value)}`;
    const part = parts.get(key);
    if (part === undefined) parts.set(key, { value, of: [result] });
    else part.of.push(result);
  }
  const values = [...parts.values()].map(({ value }) => value.value);
  return [...parts].map(([key, { value, of }]) => {
    const figures = figuresOf(of);
    const place = options.findIndex((option) => option.value === value.value);
    const tests = testOfGroup(grouping, value, values);
    return {
      key,
      label: labelOfGroup(grouping, value, input.words),
      count: isNested && figures.styles > 0 ? figures.styles : figures.count,
      option: place < 0 ? undefined : { place, color: options[place]?.color },
      figures,
      listing: { ...listing, criteria: withTests(listing.criteria, tests) },
    };
  });
}

/** The figures of styles and options together. */
function figuresOf(results: readonly CountedGroup[]): GroupFigures {
  const countOf = (role: string | undefined) =>
    results.reduce((sum, one) => sum + (role === undefined || roleOf(one) === role ? one.count : 0), 0);
  const metrics = new Map<string, { value: number; of: "styles" | "options" | "all" }>();
  for (const role of ["family", "option", undefined]) {
    for (const result of results.filter((one) => roleOf(one) === role)) {
      for (const [name, value] of Object.entries(result.metrics)) {
        if (typeof value === "number" && !metrics.has(name))
          metrics.set(name, { value, of: nouns[role ?? ""] ?? "all" });
      }
    }
  }
  return { count: countOf(undefined), styles: countOf("family"), options: countOf("option"), metrics };
}

const nouns: Readonly<Record<string, "styles" | "options">> = { family: "styles", option: "options" };

function roleOf({ group }: CountedGroup): string | undefined {
  const role = group["role"]?.value;
  return typeof role === "string" ? role : undefined;
}

/** The service sorts references by their ids. */
function isSortedByLabel(grouping: Grouping): boolean {
  const { property } = grouping.column;
  const isOption = property.optionSetId !== undefined || property.propertyType === "boolean";
  return !isOption && isStepped(grouping) === undefined;
}

function sorted(groups: readonly ListGroup[], grouping: Grouping): readonly ListGroup[] {
  if (!isSortedByLabel(grouping) && referredKind(grouping.column) === undefined) return groups;
  const isEmpty = ({ key }: ListGroup) => key.endsWith("=null");
  return groups.toSorted(
    (one, other) =>
      Number(isEmpty(one)) - Number(isEmpty(other)) || one.label.localeCompare(other.label, "en", { numeric: true }),
  );
}
