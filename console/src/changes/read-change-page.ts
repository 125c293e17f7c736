import type { ChangeRecord, Weft } from "@weft/client";
import type { ChangeSource } from "./change-filters.ts";
import { type NamedChange, nameChanges } from "./name-changes.ts";

export interface NamedChangePage {
  readonly results: readonly NamedChange[];
  readonly nextPageKey?: string | undefined;
  /** Where to continue with live changes. */
  readonly coveredUntil: string;
}

export interface ChangeQuery {
  readonly criteria: Readonly<Record<string, string>>;
  readonly source: ChangeSource | undefined;
}

/** The first page is fast; scrolling loads more at a time. */
const firstPageSize = 100;
const pageSize = 500;
/** Where little matches, several pages are read at a time. */
const pagesAtATime = 10;

/** A page with names. Pages without a match are skipped, up to a limit: then the list asks again. */
export async function readChangePage(
  weft: Weft,
  { criteria, source }: ChangeQuery,
  nextPageKey: string | undefined,
  signal: AbortSignal,
): Promise<NamedChangePage> {
  const limit = source === undefined && nextPageKey === undefined ? firstPageSize : pageSize;
  let key = nextPageKey;
  for (let pages = 1; ; pages += 1) {
    const page = await weft.changes.list({ criteria, limit, nextPageKey: key, signal });
    const picked = pickSource(page.results, source);
    key = page.nextPageKey;
    if (picked.length > 0 || key === undefined || pages >= pagesAtATime) {
      const results = await nameChanges(weft, picked, signal);
      return { results, nextPageKey: key, coveredUntil: page.coveredUntil };
    }
  }
}

export function pickSource(records: readonly ChangeRecord[], source: ChangeSource | undefined): ChangeRecord[] {
  return records.filter((record) => source === undefined || record.source === source);
}
