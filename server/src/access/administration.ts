import type { IncomingHttpHeaders } from "node:http";
import { versionMismatch } from "../errors.ts";
import type { PostgresDatabase, Transaction } from "../platform/database/database.ts";
import type { WakeUpBus } from "../platform/database/wake-up-bus.ts";
import { Problem } from "../platform/problem.ts";
import { accessTopic } from "./authenticator.ts";

/** Writes to what credentials depend on; afterwards every node forgets what it knew of them. */
export async function changeAccess<Result>(
  services: { readonly db: PostgresDatabase; readonly bus: WakeUpBus },
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const result = await services.db.transaction(work);
  services.bus.publish(accessTopic, "");
  return result;
}

/** The version that an If-Match header insists on; none when it is absent or takes any. */
export function expectedVersion(headers: IncomingHttpHeaders): number | undefined {
  const header = headers["if-match"];
  if (header === undefined || header === "*") {
    return undefined;
  }
  const [, version] = /^"(\d{1,15})"$/.exec(header) ?? [];
  if (version === undefined) {
    throw new Problem("invalid-request", 'If-Match takes one version in quotes, such as "17", or *.');
  }
  return Number(version);
}

export function requireVersion(expected: number | undefined, current: number): void {
  if (expected !== undefined && expected !== current) {
    throw versionMismatch(current);
  }
}

export function entityTag(version: number): { etag: string } {
  return { etag: `"${version}"` };
}

/** A page of rows read with one more than was asked for, and the key that the next page begins behind. */
export function toPage<Row extends { readonly id: string }, Item>(
  rows: readonly Row[],
  limit: number,
  present: (row: Row) => Item,
): { results: Item[]; nextPageKey?: string } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const results = page.map(present);
  return rows.length > limit && last !== undefined ? { results, nextPageKey: encodePageKey(last.id) } : { results };
}

function encodePageKey(id: string): string {
  return Buffer.from(`id:${id}`).toString("base64url");
}

/** The id that a page begins behind; the empty text for the first. */
export function decodePageKey(key: string | undefined): string {
  if (key === undefined) {
    return "";
  }
  const [, id] = /^id:([A-Za-z0-9_-]{16})$/.exec(Buffer.from(key, "base64url").toString()) ?? [];
  if (id === undefined) {
    throw new Problem("invalid-request", "nextPageKey is not one that this list has answered. Begin without it.");
  }
  return id;
}

/** True for the violation of a unique index with this name. */
export function isTaken(error: unknown, index: string): boolean {
  return error instanceof Error && "constraint" in error && error.constraint === index;
}
