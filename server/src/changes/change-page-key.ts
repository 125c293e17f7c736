import { createHash } from "node:crypto";
import { z } from "zod";
import { Problem } from "../platform/problem.ts";
import { type Position, stampMax } from "./change-cursor.ts";
import type { ChangeOrder } from "./change-order.ts";
import type { ChangeSearch } from "./change-search.ts";

/** Where a page of a search starts, and the end of the searched log, which is the same for all pages. */
export interface PageKey {
  readonly until: Position;
  /** The page starts after this position, in page order. */
  readonly after: Position;
  /** The value of that record in the order field. Absent in log order. */
  readonly value: string | number | undefined;
}

const sequence = z.int().min(0);
const stamp = z.int().min(0).max(stampMax);
const keySchema = z.tuple([
  z.string(),
  sequence,
  stamp,
  sequence,
  stamp,
  z.union([z.string().regex(/^\P{Cc}*$/u), z.int32()]).optional(),
]);

export function encodePageKey(key: PageKey, search: ChangeSearch, order: ChangeOrder): string {
  const { until, after, value } = key;
  const parts = [fingerprint(search, order), until.sequence, until.stamp, after.sequence, after.stamp];
  return Buffer.from(JSON.stringify(value === undefined ? parts : [...parts, value])).toString("base64url");
}

export function decodePageKey(text: string, search: ChangeSearch, order: ChangeOrder): PageKey {
  const parsed = keySchema.safeParse(parseJson(Buffer.from(text, "base64url").toString()));
  if (!parsed.success) {
    throw invalidPageKey("Invalid nextPageKey. Start again without it.");
  }
  const [of, untilSequence, untilStamp, afterSequence, afterStamp, value] = parsed.data;
  if (of !== fingerprint(search, order) || typeof value !== valueTypeOf(order)) {
    throw invalidPageKey("nextPageKey belongs to other criteria or another order. Send the same criteria and order.");
  }
  return {
    until: { sequence: untilSequence, stamp: untilStamp },
    after: { sequence: afterSequence, stamp: afterStamp },
    value,
  };
}

export function invalidPageKey(detail: string): Problem {
  return new Problem("invalid-request", detail, {
    errors: [{ pointer: "nextPageKey", code: "invalid-value", detail }],
  });
}

/** Distinguishes searches, so that a key of one is rejected by another. */
function fingerprint({ orgId, criteria }: ChangeSearch, order: ChangeOrder): string {
  return createHash("sha256")
    .update(JSON.stringify([orgId, criteria, order]))
    .digest("base64url")
    .slice(0, 12);
}

function valueTypeOf({ field }: ChangeOrder): "undefined" | "number" | "string" {
  if (field === undefined) {
    return "undefined";
  }
  return field === "entityVersion" ? "number" : "string";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
