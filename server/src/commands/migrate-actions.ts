import { requireDatabase } from "../backup/make-backup.ts";
import type { Config } from "../config/config.ts";
import { type DatabaseAccess, joinDatabase, migrationsFolder } from "../config/open-database.ts";
import { distributeNewTables } from "../distribution/distribute.ts";
import { PostgresDatabase } from "../platform/database/database.ts";
import { formatStep, type MigrationStep, migrate } from "../platform/database/migrate.ts";
import { listMigrations, type Migration, newestOf, pendingOf } from "../platform/database/migration-files.ts";
import { type PlannedMigration, planMigrations } from "../platform/database/plan-migrations.ts";
import { findSchemaNames, readSchema, type SchemaNames, type SchemaState } from "../platform/database/schema-store.ts";
import { evaluateSchema } from "../platform/database/schema-version.ts";
import { StartError } from "../platform/start-error.ts";

export interface MigrateCommand {
  readonly plan?: boolean;
  readonly to?: number;
  readonly grants?: string;
}

/** Migrates the schema, or prints what that would do, or the privileges of a role. */
export async function runMigrate(config: Config, options: MigrateCommand): Promise<void> {
  // A command that changes nothing must not create the embedded database.
  const onlyPrints = options.plan === true || options.grants !== undefined;
  if (onlyPrints && config.databaseUrl === undefined) {
    await requireDatabase(config.dataFolder);
  }
  const access = await joinDatabase(config);
  const { ownerConnectionString: connectionString } = access;
  const db = new PostgresDatabase({ connectionString, connectionsMax: 1, applicationName: "weft-migrate" });
  try {
    console.log(await runOn(db, access, options));
  } finally {
    await db.close();
    await access.close();
  }
}

async function runOn(db: PostgresDatabase, access: DatabaseAccess, { plan, to, grants }: MigrateCommand) {
  if (grants !== undefined) {
    return formatGrants(grants, await findSchemaNames(db));
  }
  const known = await listMigrations(migrationsFolder);
  const state = await readSchema(db);
  requireReachable(known, state, to);
  const pending = pendingOf(known, state.applied, to);
  if (pending.length === 0) {
    return `The schema version is ${newestOf(state.applied)}. There is nothing to migrate.`;
  }
  if (plan === true) {
    const later = pendingOf(known, state.applied);
    const applied = known.filter((migration) => !later.includes(migration));
    return (await planMigrations(db, applied, pending)).map(formatPlan).join("\n");
  }
  const { verdict, detail, advice } = evaluateSchema({
    state,
    known,
    isOwned: state.isOwner,
    needsOwner: true,
    migrates: true,
  });
  if (verdict === "fault") {
    throw new StartError(`${detail} ${advice}`);
  }
  const { ownerConnectionString: connectionString } = access;
  const onStep = (step: MigrationStep) => console.log(formatStep(step));
  await migrate({ connectionString, folder: migrationsFolder, to, onStep, onTableCreated: distributeNewTables });
  return `The schema version is ${newestOf(pending)}.`;
}

function requireReachable(known: readonly Migration[], { applied }: SchemaState, to: number | undefined): void {
  if (to === undefined) {
    return;
  }
  if (!known.some(({ number }) => number === to)) {
    throw new StartError(`There is no migration ${to}. This server has migrations up to ${newestOf(known)}.`);
  }
  if (newestOf(applied) > to) {
    throw new StartError(
      `The schema version is ${newestOf(applied)} already. Migrations cannot be reverted: servers of the previous release run with it, or restore a backup.`,
    );
  }
}

/** A migration as a comment on its SQL, so that the output is a script. */
function formatPlan({ migration, locks, work, estimatedMs }: PlannedMigration): string {
  const { fileName, compatibleFrom, text } = migration;
  const lockLines = locks.map(({ table, mode }) => `${table}: ${mode}, blocks ${blockedBy(mode)}`);
  const workLines = work.map(({ table, kind, bytes }) => `${workVerbs[kind]} ${table} (${formatSize(bytes)})`);
  const servers = compatibleFrom === 0 ? "all earlier ones" : `of schema version ${compatibleFrom} and later`;
  return [
    `-- ${fileName}`,
    ...listed("locks on existing tables", lockLines),
    ...listed("work on existing tables", workLines),
    `-- estimated time: ${formatTime(estimatedMs)}`,
    `-- servers that can run with it: ${servers}`,
    text,
  ].join("\n");
}

function listed(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [`-- ${title}: none`] : [`-- ${title}:`, ...lines.map((line) => `--   ${line}`)];
}

const workVerbs = { rewrite: "rewrites", update: "updates rows of", scan: "reads" } as const;

function blockedBy(mode: PlannedMigration["locks"][number]["mode"]): string {
  switch (mode) {
    case "AccessExclusiveLock":
      return "reads and writes";
    case "ShareLock":
    case "ShareRowExclusiveLock":
    case "ExclusiveLock":
      return "writes";
    default:
      return "neither reads nor writes";
  }
}

function formatSize(bytes: number): string {
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

function formatTime(ms: number): string {
  if (ms < 1_000) {
    return "less than 1 s";
  }
  return ms < 120_000 ? `about ${Math.round(ms / 1_000)} s` : `about ${Math.round(ms / 60_000)} min`;
}

/** What a role needs to run the service. Its own statements cannot create, change or drop tables. */
export function formatGrants(role: string, names: SchemaNames | undefined): string {
  if (names === undefined) {
    throw new StartError("The database has no schema yet. Run weft migrate first.");
  }
  const [grantee, owner, database] = [role, names.owner, names.database].map(quoted);
  const schemas = [names.schema, ...(names.hasOldQueue ? ["graphile_worker"] : [])];
  return [
    `grant connect, temporary on database ${database} to ${grantee};`,
    ...schemas.flatMap((schema) => [
      `grant usage on schema ${schema} to ${grantee};`,
      `grant select, insert, update, delete on all tables in schema ${schema} to ${grantee};`,
      `grant execute on all functions in schema ${schema} to ${grantee};`,
    ]),
    `revoke insert, update, delete on ${names.schema}.schema_migrations from ${grantee};`,
    `-- For what later migrations create.`,
    `alter default privileges for role ${owner} in schema ${names.schema} grant select, insert, update, delete on tables to ${grantee};`,
    `alter default privileges for role ${owner} in schema ${names.schema} grant execute on functions to ${grantee};`,
  ].join("\n");
}

/** As an identifier in SQL. */
function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
