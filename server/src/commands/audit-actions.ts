import { erasePersonalValues } from "../access/audit/audit-log.ts";
import { type VerifiedLog, verifyAuditLog } from "../access/audit/verify-audit-log.ts";
import { listOrgs, type OrgRow } from "../access/org-store.ts";
import { loadConfig } from "../config/config.ts";
import type { PostgresDatabase } from "../platform/database/database.ts";
import { invalidRequest } from "../platform/errors.ts";
import { inAccess, requireOrg, withDatabase } from "./operator-act.ts";

/** Verifies the chains of one org or of all, and prints a line for each. Exits with 1 if one does not verify. */
export async function verify({ org: slug }: { readonly org?: string }): Promise<void> {
  const isWhole = await withDatabase(loadConfig(), async ({ db }) => {
    let isValid = true;
    for (const org of await orgsToVerify(db, slug)) {
      const log = await verifyAuditLog(db, org.id);
      for (const line of linesOf(org, log)) {
        console.log(line);
      }
      isValid &&= log === undefined || log.errors.length === 0;
    }
    return isValid;
  });
  process.exitCode = isWhole ? 0 : 1;
}

export async function erase(options: {
  readonly org: string;
  readonly user?: string;
  readonly value?: string;
}): Promise<void> {
  const erasure = erasureOf(options);
  const values = await inAccess(async (tx, openTrail) => {
    const org = await requireOrg(tx, options.org);
    return erasePersonalValues(tx, org.id, await openTrail(org.id), erasure);
  });
  console.log(`Erased ${values} personal values from the audit log of ${options.org}.`);
}

function erasureOf({ user, value }: { readonly user?: string; readonly value?: string }) {
  if (user !== undefined && value === undefined) {
    return { subjectId: user };
  }
  if (value !== undefined && user === undefined) {
    return { value };
  }
  throw invalidRequest("Specify either --user or --value.");
}

async function orgsToVerify(db: PostgresDatabase, slug: string | undefined): Promise<OrgRow[]> {
  if (slug === undefined) {
    return listOrgs(db);
  }
  return [await requireOrg(db, slug)];
}

function linesOf({ slug }: OrgRow, log: VerifiedLog | undefined): string[] {
  if (log === undefined) {
    return [`${slug}: no entries`];
  }
  const { firstSequence, lastSequence, entries, headHash, errors } = log;
  return errors.length === 0
    ? [`${slug}: ok, ${entries} entries (${firstSequence} to ${lastSequence}), head ${headHash}`]
    : errors.map(({ sequence, reason }) => `${slug}: entry ${sequence} ${reason}`);
}
