import type { Caller } from "../access/caller.ts";
import { type Decision, decide } from "../access/decide.ts";
import { notFound } from "../errors.ts";
import { documentOf, type FileRow } from "./file.ts";
import type { Files } from "./files.ts";

export const fileTarget = { typePath: "file" } as const;

/** What is shown to whoever may see anything of a file. */
const openFields = new Set(["id", "entityType", "typePath", "version", "createdOn", "updatedOn", "createdById"]);

/** A file as the caller sees it, with a link to its bytes once they are complete. */
export function presentFile(files: Files, caller: Caller, row: FileRow, base: string) {
  const decision = decide(caller, "read", fileTarget);
  const document = documentOf(row);
  const link = row.status === "completed" ? { downloadUrl: files.linkTo(caller.org.id, row.id, base) } : {};
  const shown = Object.entries({ ...document, ...link }).filter(
    ([field]) => openFields.has(field) || mayRead(decision, field),
  );
  return { id: row.id, version: row.version, ...Object.fromEntries(shown) };
}

/** Whoever may read the link may read the bytes, and nobody else. */
export function requireReadableBytes(caller: Caller, id: string): void {
  if (!mayReadBytes(caller)) {
    throw notFound("file", id);
  }
}

export function mayReadBytes(caller: Caller): boolean {
  return mayRead(decide(caller, "read", fileTarget), "downloadUrl");
}

function mayRead(decision: Decision, field: string): boolean {
  return decision.isAllowed && (decision.fields === "all" || decision.fields.has(field));
}
