import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import type { ChangeRecord, Weft } from "@weft/client";
import { useEffect, useState } from "react";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { type ListingState, useListing } from "../ui/use-listing.ts";
import type { ChangeSource } from "./change-filters.ts";
import { type NamedChange, nameChanges } from "./name-changes.ts";

interface ChangeListing {
  readonly listing: ListingState<NamedChange>;
  /** The position from which live changes are read; undefined until the first page is loaded. */
  readonly coveredUntil: string | undefined;
}

/** The matching changes, newest first. */
export function useChanges(query: ChangeQuery): ChangeListing {
  const weft = useWeft();
  const queryKey = queryKeys.changes.list(query.criteria, query.source);
  const listing = useListing<NamedChange>({
    queryKey,
    read: (nextPageKey, signal) => readChangePage(weft, query, nextPageKey, signal),
  });
  const read = useQueryClient().getQueryData<InfiniteData<NamedChangePage>>(queryKey);
  return { listing, coveredUntil: read?.pages[0]?.coveredUntil };
}

interface NamedChangePage {
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
async function readChangePage(
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

function pickSource(records: readonly ChangeRecord[], source: ChangeSource | undefined): ChangeRecord[] {
  return records.filter((record) => source === undefined || record.source === source);
}

interface LiveChanges {
  /** What has arrived since, newest first. */
  readonly arrived: readonly NamedChange[];
  readonly error: unknown;
}

/** Follows the log from a position, without a gap; undefined follows nothing. */
export function useLiveChanges(after: string | undefined, query: ChangeQuery): LiveChanges {
  const weft = useWeft();
  const [live, setLive] = useState<LiveChanges>(nothing);
  // Compared by value, because each render creates new ones.
  const wanted = JSON.stringify(query);
  useEffect(() => {
    setLive(nothing);
    if (after === undefined) return;
    const leaving = new AbortController();
    const add = (changes: readonly NamedChange[]) =>
      setLive(({ arrived }) => ({ arrived: [...changes.toReversed(), ...arrived], error: undefined }));
    follow(weft, after, JSON.parse(wanted), { signal: leaving.signal, add }).catch((error: unknown) => {
      if (!leaving.signal.aborted) setLive(({ arrived }) => ({ arrived, error }));
    });
    return () => leaving.abort();
  }, [weft, after, wanted]);
  return live;
}

const nothing: LiveChanges = { arrived: [], error: undefined };

interface Following {
  readonly signal: AbortSignal;
  readonly add: (changes: readonly NamedChange[]) => void;
}

async function follow(weft: Weft, after: string, query: ChangeQuery, { signal, add }: Following): Promise<void> {
  for await (const { records } of weft.changes.pages({ after, criteria: query.criteria, signal })) {
    const changes = await nameChanges(weft, pickSource(records, query.source), signal);
    if (changes.length > 0 && !signal.aborted) add(changes);
  }
}
