import { problemOfRight } from "@weft/contract";
import { listProjectRights, type ProjectRightsRow } from "../access/role-store.ts";
import { readSchema } from "../platform/database/schema-store.ts";
import { type Check, type CheckResult, ok, skipped, warning } from "./finding.ts";
import type { OpenedDatabase } from "./open-database-to-look.ts";

const rowsMax = 200;

/** Rights on a project that do not cover, or no longer cover, what their holder may expect. */
export function checkRights({ db }: OpenedDatabase): Check {
  return {
    name: "rights",
    async look() {
      if ((await readSchema(db)).applied.length === 0) {
        return [skipped("The database has no schema yet.")];
      }
      const rows = await listProjectRights(db, rowsMax + 1);
      const found = rows.slice(0, rowsMax).flatMap(evaluateRights);
      const rest =
        rows.length > rowsMax ? [skipped(`Only the first ${rowsMax} holders of such rights were checked.`)] : [];
      return found.length === 0 ? [ok("Every right on a project covers something."), ...rest] : [...found, ...rest];
    },
  };
}

function evaluateRights({ rights, is_of_old_meaning, ...holder }: ProjectRightsRow): CheckResult[] {
  const name = `${holder.org_slug}: ${holder.kind} ${holder.label} (${holder.id})`;
  const ofProject = rights.filter(({ projectId }) => projectId !== undefined);
  const dead = ofProject.filter((right) => problemOfRight(right) !== undefined);
  const narrower = is_of_old_meaning ? ofProject.filter(({ typePath }) => typePath === "*") : [];
  return [
    ...dead.map(({ typePath }) =>
      warning(
        `${name} has a right on ${typePath} with projectId. ${typePath} does not belong to a project, so the right covers nothing.`,
        "Save it again without projectId, or remove the right.",
      ),
    ),
    ...narrower.map(({ projectId }) =>
      warning(
        `${name} has a right on * with projectId ${projectId}. It no longer covers items, colors, files and other kinds outside projects.`,
        "Save it again with a second right without projectId for the kinds that it needs.",
      ),
    ),
  ];
}
