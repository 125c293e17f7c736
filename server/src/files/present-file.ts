import type { Caller } from "../access/caller.ts";
import { decide } from "../access/decide.ts";
import { readableDocument } from "../access/readable-document.ts";
import { notFound } from "../errors.ts";
import { documentOf, type FileRow } from "./file.ts";
import type { Files } from "./files.ts";

export const fileTarget = { typePath: "file" } as const;

/** A file as the caller may see it, with a link to its bytes once they are complete. */
export function presentFile(files: Files, caller: Caller, row: FileRow, base: string) {
  const link = row.status === "completed" ? { downloadUrl: files.linkTo(caller.org.id, row.id, base) } : {};
  return readableDocument(caller, fileTarget.typePath, { ...documentOf(row), ...link });
}

/** Only callers that may read the link may read the bytes. */
export function requireReadableBytes(caller: Caller, id: string): void {
  if (!mayReadBytes(caller)) {
    throw notFound("file", id);
  }
}

export function mayReadBytes(caller: Caller): boolean {
  const decision = decide(caller, "read", fileTarget);
  return decision.isAllowed && (decision.fields === "all" || decision.fields.has("downloadUrl"));
}
