import type { IncomingHttpHeaders } from "node:http";
import { invalidRequest } from "../errors.ts";
import { Problem } from "../problem.ts";

/** Both ends inclusive, counted from 0. */
interface Range {
  readonly first: number;
  readonly last: number;
}

export interface SentRange extends Range {
  /** Of the whole. */
  readonly size: number;
}

/**
 * The requested bytes, or undefined for all of them. An invalid Range is ignored, and so are multiple ranges: RFC 9110,
 * 14.2.
 */
export function readRange(headers: IncomingHttpHeaders, size: number, etag: string): Range | undefined {
  const isOutdated = headers["if-range"] !== undefined && headers["if-range"] !== etag;
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? "") ?? [];
  if (isOutdated || (first === "" && last === "")) {
    return undefined;
  }
  if (first === "") {
    return satisfiable({ first: Math.max(0, size - Number(last)), last: size - 1 }, size);
  }
  if (last !== "" && Number(last) < Number(first)) {
    return undefined;
  }
  return satisfiable({ first: Number(first), last: Math.min(last === "" ? size : Number(last), size - 1) }, size);
}

function satisfiable(range: Range, size: number): Range {
  if (range.first > range.last) {
    throw new Problem("range-not-satisfiable", `The file has ${size} bytes; the range starts after its end.`, {
      headers: { "content-range": `bytes */${size}` },
    });
  }
  return range;
}

/** The position of the body's bytes; undefined if the request has no Content-Range. */
export function readContentRange(headers: IncomingHttpHeaders): SentRange | undefined {
  const header = headers["content-range"];
  if (header === undefined) {
    return undefined;
  }
  const [, first, last, size] = (/^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(header) ?? []).map(Number);
  if (first === undefined || last === undefined || size === undefined || first > last || last >= size) {
    throw invalidRequest(
      "Content-Range must have the first byte, the last byte and the size: bytes 0-1048575/5242880.",
    );
  }
  return { first, last, size };
}

/** Makes browsers save the bytes under this name instead of showing them (RFC 6266, with the name as in RFC 8187). */
export function attachment(fileName: string): string {
  // For clients without support for the second form. They parse quotes, backslashes and percent signs differently.
  const plain = fileName.replaceAll(/[^ -~]|["%\\]/g, "_");
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
