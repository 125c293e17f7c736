import { findUser, findUserByEmail } from "../access/user-store.ts";
import { loadConfig } from "../config/config.ts";
import { invalidRequest, notFound } from "../platform/errors.ts";
import { type ErasureReport, eraseUser } from "../privacy/erase-user.ts";
import { operatorAct, requireOrg, withMigratedDatabase } from "./operator-act.ts";
import { askOperator } from "./operator-command.ts";

interface EraseOptions {
  readonly org: string;
  readonly confirm?: string;
}

/** Erases a user by email, or a user who was deleted before by id. The argument is typed twice. */
export async function eraseUserOfOrg(wanted: string, options: EraseOptions): Promise<void> {
  await requireTypedTwice(wanted, options.confirm);
  const report = await withMigratedDatabase(loadConfig(), async (services) => {
    const org = await requireOrg(services.db, options.org);
    const user = await findUserByEmail(services.db, org.id, wanted.toLowerCase());
    if (user === undefined && wanted.includes("@")) {
      throw notFound("user", `${wanted}. Erase a user who was deleted before by id: the audit log has it`);
    }
    const userId = user?.id ?? (await findUser(services.db, org.id, wanted))?.id ?? wanted;
    return eraseUser(services, { orgId: org.id, userId, act: operatorAct() });
  });
  console.log(linesOf(report, options.org).join("\n"));
}

async function requireTypedTwice(wanted: string, confirmed: string | undefined): Promise<void> {
  const typed = confirmed ?? (await askOperator(`This cannot be undone. Type ${wanted} to erase this user: `));
  if (typed === undefined) {
    throw invalidRequest(`This cannot be undone, and there is no terminal to confirm on. Pass --confirm ${wanted}.`);
  }
  if (typed !== wanted) {
    throw invalidRequest(`${typed} is not ${wanted}. Nothing was changed.`);
  }
}

function linesOf({ id, pseudonym, rows }: ErasureReport, org: string): string[] {
  const tables = Object.entries(rows).map(([table, count]) => `  ${table}  ${count}`);
  return [
    `Erased the user ${id} of ${org}, who is now called "${pseudonym}". Changed and deleted rows:`,
    ...(tables.length === 0 ? ["  none"] : tables),
    "Backups, archives and log files made before still contain the user's data: see docs/privacy.md.",
  ];
}
