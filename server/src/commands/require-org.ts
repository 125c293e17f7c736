import { findOrgBySlug, type OrgRow } from "../access/orgs/org-store.ts";
import type { Database } from "../platform/database/database.ts";
import { Problem } from "../platform/problem.ts";

export async function requireOrg(db: Database, slug: string): Promise<OrgRow> {
  const org = await findOrgBySlug(db, slug);
  if (org === undefined) {
    throw new Problem("not-found", `There is no organization ${slug} here. Check --org, and DATA_DIR or DATABASE_URL.`);
  }
  return org;
}
