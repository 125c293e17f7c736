import { idSchema, orgSettingsSchema, slugSchema } from "@weft/contract";
import { z } from "zod";
import { invalidRequest } from "../../platform/errors.ts";
import type { Problem } from "../../platform/problem.ts";
import { type OrgTable, orgTables } from "../org-tables.ts";

export const manifestPath = "weft-org.json";
export const endPath = "weft-org-end.json";
/** Incremented when the previous release could not read what this one writes. */
export const archiveFormat = 1;
/** The first schema whose archives can be imported. */
export const oldestSchema = 29;

/** Tables that an archive does not have, and why. Every other table of organizations is exported. */
export const leftOut = {
  sessions: "Users sign in again.",
  sign_on_attempts: "Users sign in again.",
  api_keys: "Keys are secrets: create new ones.",
  access_tokens: "Tokens are secrets: create new ones.",
  idempotency_keys: "They are for requests repeated within a day.",
  rate_buckets: "Rate limits are reset.",
  rate_use: "The use of keys stays where the keys are.",
  jobs: "Loads in progress are not exported.",
  load_batches: "Loads in progress are not exported.",
  staged_members: "Loads in progress are not exported.",
  loose_blobs: "They belong to no file.",
  change_counts: "They are counted again from the change history.",
  change_count_places: "They are counted again from the change history.",
  audit_repeats: "They become entries within minutes.",
} as const satisfies Partial<Record<OrgTable, string>>;

/** In the order of an import: rows come after those that they refer to. */
export const exportedTables: readonly OrgTable[] = orgTables.filter((name) => !Object.hasOwn(leftOut, name)).reverse();

/** The hashes of audit entries contain the id of the organization, so they are only valid with it. */
export const tablesBoundToOrgId: ReadonlySet<string> = new Set<OrgTable>([
  "audit_heads",
  "audit_entries",
  "audit_personal_values",
]);

const timeSchema = z.iso.datetime();

/** The first entry: what the archive has, and what it does not have. */
export const archiveManifestSchema = z.object({
  format: z.int(),
  exportId: idSchema,
  weftVersion: z.string(),
  schemaVersion: z.int(),
  createdOn: timeSchema,
  // Jobs read the settings of all organizations: an invalid one would stop them for all.
  org: orgSettingsSchema.extend({ id: idSchema, slug: slugSchema, createdOn: timeSchema }),
  /** Secrets are not exported: these need theirs again. */
  toEnterAgain: z.object({
    passwords: z.int(),
    keysOfApps: z.array(z.string()),
    signOnClientSecret: z.boolean(),
    webhooks: z.array(z.string()),
    inboundWebhooks: z.array(z.string()),
    workflows: z.array(z.string()),
  }),
  leftOut: z.record(z.string(), z.string()),
  loadsInProgress: z.int(),
});
export type ArchiveManifest = z.infer<typeof archiveManifestSchema>;

/** The last entry: counts and hashes of everything before it. */
export const archiveEndSchema = z.object({
  tables: z.record(z.string(), z.object({ rows: z.int(), sha256: z.string() })),
  files: z.object({ count: z.int(), bytes: z.int() }),
});
export type ArchiveEnd = z.infer<typeof archiveEndSchema>;

export type EntryPlace =
  | { readonly kind: "manifest" }
  | { readonly kind: "end" }
  | { readonly kind: "rows"; readonly table: OrgTable }
  | { readonly kind: "file"; readonly id: string };

export function rowsPath(table: OrgTable, number: number): string {
  return `tables/${table}/${String(number).padStart(6, "0")}.jsonl`;
}

export function filePath(id: string): string {
  return `files/${id}`;
}

/** What an entry of an archive is. */
export function placeOf(path: string): EntryPlace {
  if (path === manifestPath) {
    return { kind: "manifest" };
  }
  if (path === endPath) {
    return { kind: "end" };
  }
  const [folder, name = ""] = path.split("/");
  const table = exportedTables.find((known) => known === name);
  if (folder === "tables" && table !== undefined) {
    return { kind: "rows", table };
  }
  if (folder === "files" && /^[\w-]{16}$/.test(name)) {
    return { kind: "file", id: name };
  }
  throw damaged(`it has an unknown entry ${path}`);
}

/** What the export writes is at most a mebibyte, or a single row. */
export const rowsBytesMax = 128 * 1024 * 1024;

export function damaged(why: string, cause?: unknown): Problem {
  return invalidRequest(`The archive cannot be imported: ${why}. Nothing was imported from it.`, { cause });
}

/** Of an archive whose rows have been imported in part. */
export function rejectedEntry(why: string, cause?: unknown): Problem {
  const advice = "The organization stays suspended: delete it, and import another archive.";
  return invalidRequest(`The import cannot be completed: ${why}. ${advice}`, { cause });
}
