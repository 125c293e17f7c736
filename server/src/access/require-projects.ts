import type { Right } from "@weft/contract";
import { invalidField } from "../errors.ts";
import type { Database } from "../platform/database/database.ts";
import { sql } from "../platform/database/sql.ts";

type Rights = readonly Right[] | null | undefined;

/** Rejects rights on projects that do not exist: they can never match. A right that was stored before may stay. */
export async function requireProjects(db: Database, orgId: string, rights: Rights, before?: Rights): Promise<void> {
  const stored = new Set(before?.map(({ projectId }) => projectId));
  const added = (rights ?? []).flatMap(({ projectId }, index) =>
    projectId === undefined || stored.has(projectId) ? [] : [{ projectId, index }],
  );
  if (added.length === 0) {
    return;
  }
  const ids = added.map(({ projectId }) => projectId);
  const found = await db.query<{ id: string }>(sql`
    select id from entities where org_id = ${orgId} and entity_type = 'project' and id = any(${ids})`);
  const existing = new Set(found.map(({ id }) => id));
  const missing = added.find(({ projectId }) => !existing.has(projectId));
  if (missing !== undefined) {
    const message = `There is no project ${missing.projectId}. Send the id of a project, or leave projectId out for all projects.`;
    throw invalidField(`#/rights/${missing.index}/projectId`, message);
  }
}
