import { userInfo } from "node:os";
import { changeAccess } from "../access/administration.ts";
import type { AuditNote } from "../access/audit/audit-entry.ts";
import { type AuditAct, AuditLog, type AuditTrail } from "../access/audit/audit-log.ts";
import { hasAuditLog } from "../access/audit/audit-store.ts";
import { findOrgBySlug, listOrgs, type OrgRow } from "../access/org-store.ts";
import { guardFeeds } from "../changes/feed-epoch.ts";
import { type Config, loadConfig } from "../config/config.ts";
import { type DatabaseAccess, joinDatabase, prepareSchema } from "../config/open-database.ts";
import { type Database, PostgresDatabase, type Transaction } from "../platform/database/database.ts";
import { WakeUpBus } from "../platform/database/wake-up-bus.ts";
import { nothingFound } from "../platform/errors.ts";
import { ExpressionEvaluator } from "../platform/expressions/offload/expression-evaluator.ts";
import { SecretBox } from "../platform/secret-box.ts";
import { webhookAuditObserver } from "../webhooks/webhook-listener.ts";

/** The services available to an operator's command. */
interface OperatorServices {
  readonly db: PostgresDatabase;
  readonly bus: WakeUpBus;
  readonly audit: AuditLog;
  readonly secrets: SecretBox;
}

/** Opens the audit log of an org for the operator. Must come first: see AuditLog.open. */
type OpenTrail = (orgId: string) => Promise<AuditTrail>;

/** Runs the work in one transaction, next to a running service or on a database started for it. */
export async function inAccess<Result>(work: (tx: Transaction, openTrail: OpenTrail) => Promise<Result>) {
  return withMigratedDatabase(loadConfig(), (services) =>
    changeAccess(services, (tx) => work(tx, (orgId) => services.audit.open(tx, orgId, operatorAct()))),
  );
}

/** Reads, next to a running service or on a database started for it. */
export async function readAsOperator<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
  return withMigratedDatabase(loadConfig(), ({ db }) => work(db));
}

export async function withMigratedDatabase<Result>(
  config: Config,
  work: (services: OperatorServices) => Promise<Result>,
): Promise<Result> {
  return withDatabase(config, async (services, access) => {
    await prepareSchema(access, { needsOwner: false, migrates: true });
    return work(services);
  });
}

/** Uses the database as it is, without migrating its schema. */
export async function withDatabase<Result>(
  config: Config,
  work: (services: OperatorServices, access: DatabaseAccess) => Promise<Result>,
): Promise<Result> {
  const database = await joinDatabase(config);
  const { connectionString } = database;
  try {
    const prepare = guardFeeds(connectionString);
    const db = new PostgresDatabase({ connectionString, connectionsMax: 1, applicationName: "weft-admin", prepare });
    const bus = new WakeUpBus(connectionString);
    const expressions = new ExpressionEvaluator();
    try {
      const audit = new AuditLog([webhookAuditObserver({ bus, expressions })]);
      return await work({ db, bus, audit, secrets: new SecretBox(database.secrets) }, database);
    } finally {
      await expressions.close();
      await bus.close();
      await db.close();
    }
  } finally {
    await database.close();
  }
}

/** Records an action that concerns all orgs. Does nothing if the schema has no audit log yet. */
export async function recordInEveryOrg(config: Config, note: AuditNote): Promise<void> {
  await withDatabase(config, async ({ db, audit }) => {
    if (!(await hasAuditLog(db))) {
      return;
    }
    for (const { id } of await listOrgs(db)) {
      await audit.transaction(db, id, operatorAct(), (_tx, trail) => trail.record(note));
    }
  });
}

/** The operating system account that runs the command. */
export function operatorAct(): AuditAct {
  return { actor: { type: "operator", name: operatorName() }, origin: { userAgent: "weft admin" } };
}

export function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    // An account without a passwd entry, as in some containers.
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}

export async function requireOrg(db: Database, slug: string): Promise<OrgRow> {
  const org = await findOrgBySlug(db, slug);
  if (org === undefined) {
    throw nothingFound(`There is no organization ${slug} here. Check --org, and DATA_DIR or DATABASE_URL.`);
  }
  return org;
}
