import type { operatorOrgSchema, orgDeletionSchema } from "@weft/contract";
import type { z } from "zod";
import { suspensionOf } from "../access/suspension.ts";
import type { Database } from "../platform/database/database.ts";
import { notFound } from "../platform/errors.ts";
import { decodeTextKey, encodeTextKey, idPattern } from "../platform/lists/page-key.ts";
import { type DeletionRow, listDeletions } from "./deletion-store.ts";
import { listOrgOverviews, type OrgOverviewRow, type OrgStatus } from "./org-directory-store.ts";

export type OrgDocument = z.output<typeof operatorOrgSchema>;
export type DeletionDocument = z.output<typeof orgDeletionSchema>;

interface PageInput {
  readonly limit: number;
  readonly nextPageKey?: string | undefined;
}

interface Page<Document> {
  readonly results: Document[];
  readonly nextPageKey?: string;
}

const slugPattern = /^[a-z0-9-]{1,63}$/;

/** All orgs by slug. */
export async function pageOfOrgs(
  db: Database,
  { limit, nextPageKey, status }: PageInput & { readonly status?: OrgStatus | undefined },
): Promise<Page<OrgDocument>> {
  const after = decodeTextKey(nextPageKey, slugPattern) ?? "";
  const rows = await listOrgOverviews(db, { after, limit: limit + 1, status });
  return pageOf(rows, limit, { present: presentOrg, keyOf: ({ slug }) => slug });
}

export async function readOrg(db: Database, orgId: string): Promise<OrgDocument> {
  const [row] = await listOrgOverviews(db, { after: "", limit: 1, orgId });
  if (row === undefined) {
    throw notFound("organization", orgId);
  }
  return presentOrg(row);
}

/** Requested, running and completed deletions, newest first. */
export async function pageOfDeletions(
  db: Database,
  { limit, nextPageKey, slug }: PageInput & { readonly slug?: string | undefined },
): Promise<Page<DeletionDocument>> {
  const before = decodeTextKey(nextPageKey, idPattern);
  const rows = await listDeletions(db, { slug, before, limit: limit + 1 });
  return pageOf(rows, limit, { present: presentDeletion, keyOf: ({ id }) => id });
}

/** One row more than the limit was read, to know whether there are more. */
function pageOf<Row, Document>(
  rows: readonly Row[],
  limit: number,
  { present, keyOf }: { readonly present: (row: Row) => Document; readonly keyOf: (row: Row) => string },
): Page<Document> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    results: shown.map(present),
    ...(rows.length > limit && last !== undefined ? { nextPageKey: encodeTextKey(keyOf(last)) } : {}),
  };
}

function presentOrg(row: OrgOverviewRow): OrgDocument {
  const suspension = suspensionOf(row);
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    status: row.deletion !== null ? "deleting" : suspension === undefined ? "active" : "suspended",
    createdOn: row.created_on.toISOString(),
    lastActivityOn: row.last_activity_on?.toISOString() ?? null,
    users: row.users,
    entities: row.entities,
    files: row.files,
    fileBytes: row.file_bytes,
    suspension: suspension === undefined ? null : { since: suspension.since.toISOString(), reason: suspension.reason },
    deletion: row.deletion === null ? null : presentDeletion(row.deletion),
    formerSlugs: row.former_slugs.map(({ slug, validUntil }) => ({ slug, validUntil: timeOf(validUntil) })),
  };
}

function presentDeletion(row: DeletionRow): DeletionDocument {
  return {
    id: row.id,
    orgId: row.subject_id,
    slug: row.slug,
    requestedOn: timeOf(row.requested_on),
    requestedBy: row.requested_by,
    dueOn: timeOf(row.due_on),
    startedOn: row.started_on === null ? null : timeOf(row.started_on),
    completedOn: row.completed_on === null ? null : timeOf(row.completed_on),
    rows: { ...row.deleted_rows },
    files: row.files,
    fileBytes: row.file_bytes,
  };
}

/** A time of a column, or as PostgreSQL writes it in JSON. */
function timeOf(time: Date | string): string {
  return new Date(time).toISOString();
}
