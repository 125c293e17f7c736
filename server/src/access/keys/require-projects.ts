import { type Right, rightSchema } from "@weft/contract";
import type { KindDocument } from "../../kinds/entity-kind.ts";
import type { Database } from "../../platform/database/database.ts";
import { invalidField } from "../../platform/errors.ts";
import type { FindProjects } from "../access-services.ts";

interface ChangedRights {
  readonly rights: readonly Right[] | null | undefined;
  /** The role, app or key as stored. */
  readonly before?: KindDocument;
}

/** Rejects rights on projects that do not exist: they can never match. A project that was named before is accepted. */
export async function requireProjects(
  findProjects: FindProjects,
  db: Database,
  orgId: string,
  { rights, before }: ChangedRights,
): Promise<void> {
  const stored = new Set(
    rightSchema
      .array()
      .catch([])
      .parse(before?.["rights"])
      .map(({ projectId }) => projectId),
  );
  const added = (rights ?? []).flatMap(({ projectId }, index) =>
    projectId === undefined || stored.has(projectId) ? [] : [{ projectId, index }],
  );
  if (added.length === 0) {
    return;
  }
  const existing = await findProjects(db, orgId, [...new Set(added.map(({ projectId }) => projectId))]);
  const missing = added.find(({ projectId }) => !existing.has(projectId));
  if (missing !== undefined) {
    const message = `There is no project ${missing.projectId}. Send the id of a project, or omit projectId for all projects.`;
    throw invalidField(`#/rights/${missing.index}/projectId`, message);
  }
}
