import type { IncomingHttpHeaders } from "node:http";
import { invalidRequest } from "../errors.ts";

export function entityTag(version: number): { etag: string } {
  return { etag: `"${version}"` };
}

/** The version that an If-Match header requires; undefined if it is absent or *. */
export function expectedVersion(headers: IncomingHttpHeaders): number | undefined {
  const header = headers["if-match"];
  if (header === undefined || header === "*") {
    return undefined;
  }
  const [, version] = /^"(\d{1,15})"$/.exec(header) ?? [];
  if (version === undefined) {
    throw invalidRequest('If-Match must be one version in quotes, such as "17", or *.');
  }
  return Number(version);
}

/** True if an If-None-Match header contains this version, so that the client already has it. */
export function isNotModified(headers: IncomingHttpHeaders, version: number): boolean {
  return isTagNotModified(headers, entityTag(version).etag);
}

/** The same for a quoted tag that is not a version. */
export function isTagNotModified(headers: IncomingHttpHeaders, etag: string): boolean {
  const header = headers["if-none-match"];
  if (header === undefined) {
    return false;
  }
  const named = header.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return named.includes("*") || named.includes(etag);
}

/**
 * The maximum age of a response that the caller accepts, by `Cache-Control: max-stale=seconds` (RFC 9111, 5.2.1.2).
 * Default: 0.
 */
export function maxStaleMs(headers: IncomingHttpHeaders): number {
  const found = /(?:^|,)\s*max-stale\s*(?:=\s*"?(\d{1,9})"?)?\s*(?:,|$)/i.exec(headers["cache-control"] ?? "");
  if (found === null) return 0;
  return found[1] === undefined ? Number.POSITIVE_INFINITY : Number(found[1]) * 1000;
}
