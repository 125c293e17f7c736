import { createHash } from "node:crypto";
import { z } from "zod";
import type { Transaction } from "../platform/database/database.ts";
import { bindingOf, decodePageKey, encodePageKey, invalidPageKey } from "../platform/lists/page-key.ts";
import { comparePositions, isEmptyRange, logBeginning, type Position, stampMax } from "./change-cursor.ts";
import { findLogEnd } from "./change-history-store.ts";
import { findScanEnd } from "./change-scan-store.ts";
import { type ChangeSearch, conditionOfSearch, scanOf } from "./change-search.ts";
import { findSetHeads, type SetHead } from "./change-set-scan-store.ts";
import { type NamedSets, namesOfSets, startOfSet } from "./locate-change-set.ts";

interface SetPage {
  readonly heads: readonly SetHead[];
  readonly names: NamedSets;
  readonly nextPageKey: string | undefined;
}

// Nearly all pages end in the first block. A larger one is read if the sets are large, or matches are rare.
const blocks = [1_000, 5_000, 25_000];

/**
 * The sets of the matching changes, by their newest match. The log is in commit order, so the changes of one request are
 * adjacent. Sets of several transactions continue behind those of others: the page key names those that have been listed.
 */
export async function listChangeSets(
  tx: Transaction,
  search: ChangeSearch,
  { limit, nextPageKey }: { readonly limit: number; readonly nextPageKey: string | undefined },
): Promise<SetPage> {
  const key = readKey(nextPageKey, search);
  const end = await findLogEnd(tx, search.orgId);
  if (key !== undefined && comparePositions(key.until, end) > 0) {
    throw invalidPageKey();
  }
  const until = key?.until ?? end;
  const listed = key?.listed ?? [];
  const { heads, next } = await readBlock(tx, search, {
    until,
    limit,
    listed: new Set(listed.map(({ mark }) => mark)),
  });
  const ids = heads.map(({ id }) => id);
  const names = await namesOfSets(tx, search.orgId, ids);
  const seen = [...listed, ...ids.map((id) => ({ mark: markOf(id), start: startOfSet(id, names) }))];
  return {
    heads,
    names,
    nextPageKey: next === undefined ? undefined : writeKey({ until: next, listed: open(seen, next) }, search),
  };
}

interface Block {
  readonly until: Position;
  readonly limit: number;
  readonly listed: ReadonlySet<string>;
}

async function readBlock(tx: Transaction, search: ChangeSearch, { until, limit, listed }: Block) {
  const scan = scanOf(search, { after: logBeginning, until }, "desc");
  if (isEmptyRange(scan.range)) {
    return { heads: [], next: undefined };
  }
  let heads: SetHead[] = [];
  let end: Position | undefined;
  for (const scanMax of blocks) {
    const found = await findSetHeads(tx, scan, conditionOfSearch(search), { scanMax, limit: limit + 1 + listed.size });
    heads = found.filter(({ id }) => !listed.has(markOf(id)));
    end = await findScanEnd(tx, scan, scanMax);
    if (heads.length > limit || end === undefined) {
      break;
    }
  }
  const next = heads[limit]?.position ?? (end && { ...end, sequence: end.sequence - 1 });
  return { heads: heads.slice(0, limit), next };
}

/** A set that has been listed, as the page key names it: by a short hash, with the time at which it started. */
interface ListedSet {
  readonly mark: string;
  readonly start: number;
}

const markCharacters = 8;

function markOf(id: string): string {
  return createHash("sha256").update(id).digest("base64url").slice(0, markCharacters);
}

// Only sets of requests that were in progress at one time. With more than this, long ones may be listed twice.
const openMax = 60;

/** The listed sets that can have changes at or before the position: those that had started. The earliest are longest. */
function open(sets: readonly ListedSet[], { stamp }: Position): ListedSet[] {
  return sets
    .filter(({ start }) => start <= stamp)
    .sort((a, b) => a.start - b.start)
    .slice(0, openMax);
}

interface PageKey {
  /** The newest position of the next page. */
  readonly until: Position;
  readonly listed: readonly ListedSet[];
}

const keySchema = z.tuple([
  z.int().min(0),
  z.int().min(0).max(stampMax),
  z.string().regex(new RegExp(`^(?:[\\w-]{${markCharacters}}[0-9a-z]{1,9}(?:\\.|$)){0,${openMax}}$`)),
]);

function writeKey({ until, listed }: PageKey, search: ChangeSearch): string {
  const sets = listed.map(({ mark, start }) => mark + start.toString(36)).join(".");
  return encodePageKey(bindingOfSets(search), [until.sequence, until.stamp, sets]);
}

function readKey(key: string | undefined, search: ChangeSearch): PageKey | undefined {
  const parts = decodePageKey(key, bindingOfSets(search), keySchema);
  if (parts === undefined) {
    return undefined;
  }
  const [sequence, stamp, sets] = parts;
  const listed = sets === "" ? [] : sets.split(".");
  return {
    until: { sequence, stamp },
    listed: listed.map((text) => ({
      mark: text.slice(0, markCharacters),
      start: Number.parseInt(text.slice(markCharacters), 36),
    })),
  };
}

function bindingOfSets({ orgId, criteria }: ChangeSearch): string {
  return bindingOf(JSON.stringify(["change-sets", orgId, criteria]));
}
