import type { IncomingHttpHeaders } from "node:http";

/**
 * The maximum age of a response that the caller accepts, by `Cache-Control: max-stale=seconds` (RFC 9111, 5.2.1.2).
 * Default: 0.
 */
export function maxStaleMs(headers: IncomingHttpHeaders): number {
  const found = /(?:^|,)\s*max-stale\s*(?:=\s*"?(\d{1,9})"?)?\s*(?:,|$)/i.exec(headers["cache-control"] ?? "");
  if (found === null) return 0;
  return found[1] === undefined ? Number.POSITIVE_INFINITY : Number(found[1]) * 1000;
}
