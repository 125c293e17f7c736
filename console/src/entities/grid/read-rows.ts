import { ApiError, type Weft } from "@weft/client";
import type { AnyEntity } from "../any-entity.ts";
import type { EntityKind } from "../entity-kind.ts";
import { type GridListing, gather } from "./grid-calls.ts";
import type { ReadPage } from "./row-list.ts";

/** Which rows a list has, beside its filters. */
export interface RowsShape {
  /** Styles with their options below, or all items one after another. */
  readonly isNested: boolean;
  /** Whether options stay out of sight, below closed styles. */
  readonly isFolded: boolean;
  /** Whether rows have their completeness. */
  readonly hasCompleteness: boolean;
}

/** Reads the pages of a list. The first one has the total. */
export function pageReader(
  weft: Weft,
  kind: EntityKind,
  { criteria, order, q }: GridListing,
  { isNested, hasCompleteness }: RowsShape,
): ReadPage {
  const read: ReadPage = (nextPageKey, limit) =>
    weft.entities.list<AnyEntity>({
      entityName: kind.name,
      criteria,
      order,
      q,
      limit,
      nextPageKey,
      ...(nextPageKey === undefined ? { includeTotal: true } : {}),
      queryParams: { ...(isNested ? { nest: "family" } : {}), ...computed(hasCompleteness) },
    });
  return isNested ? inSmallerPages(read) : read;
}

/** All options of a style, the oldest first. */
export function optionReader(weft: Weft, { hasCompleteness }: Pick<RowsShape, "hasCompleteness">) {
  return (styleId: string): Promise<readonly AnyEntity[]> =>
    gather(
      weft.entities.all<AnyEntity>({
        entityName: "item",
        criteria: { itemFamilyId: styleId, role: "option" },
        limit: 1000,
        queryParams: computed(hasCompleteness),
      }),
    );
}

export function computed(hasCompleteness: boolean): Readonly<Record<string, string>> {
  return hasCompleteness ? { include: "completeness" } : {};
}

const nestedMax = 200;
const nestedMin = 5;

/** Styles with very many options may not fit into a response. */
function inSmallerPages(read: ReadPage): ReadPage {
  const attempt: ReadPage = async (nextPageKey, limit) => {
    try {
      return await read(nextPageKey, limit);
    } catch (error) {
      if (!isTooLarge(error) || limit <= nestedMin) throw error;
      return attempt(nextPageKey, Math.max(nestedMin, Math.floor(limit / 4)));
    }
  };
  return (nextPageKey, limit) => attempt(nextPageKey, Math.min(limit, nestedMax));
}

function isTooLarge(error: unknown): boolean {
  return error instanceof ApiError && (error.problem.errors ?? []).some(({ pointer }) => pointer === "limit");
}
