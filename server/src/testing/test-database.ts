import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { PostgresDatabase } from "../platform/database/database.ts";
import { splitStatements } from "../platform/database/migration-files.ts";
import { sql } from "../platform/database/sql.ts";

export const templateDatabase = "weft_template";

export interface TestDatabase {
  readonly db: PostgresDatabase;
  readonly connectionString: string;
  drop(): Promise<void>;
}

/** A separate database for the test file, cloned from the migrated template. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(templateDatabase);
}

/** A database without a schema, for an earlier release, which would not start on the current schema. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase("template0");
}

export interface OwnedDatabase extends TestDatabase {
  /** Of the role that owns the database, and is not a superuser. */
  readonly ownerUrl: string;
  /** A role that owns nothing and has no privileges. */
  readonly role: string;
  readonly roleUrl: string;
}

/** A database without a schema, with an owner and another role. */
export async function createOwnedDatabase(): Promise<OwnedDatabase> {
  const database = await createEmptyDatabase();
  const [owner, role] = [`owner_${randomBytes(6).toString("hex")}`, `role_${randomBytes(6).toString("hex")}`];
  const [, name = ""] = /db=(\w+)/.exec(database.connectionString) ?? [];
  await runOnce(
    database.connectionString,
    `create role ${owner} login; create role ${role} login; alter database ${name} owner to ${owner}`,
  );
  const urlOf = (user: string) => database.connectionString.replace("user=postgres", `user=${user}`);
  return {
    ...database,
    ownerUrl: urlOf(owner),
    role,
    roleUrl: urlOf(role),
    async drop() {
      await database.drop();
      await runOnce(inject("postgresUrl"), `drop role ${owner}, ${role}`);
    },
  };
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const postgresUrl = inject("postgresUrl");
  // Copies of the same name of a distributed database and its parts are one distributed database.
  const servers = [...(template === templateDatabase ? inject("workerUrls") : []), postgresUrl];
  await Promise.all(servers.map((url) => runOnce(url, `create database ${name} template ${template}`)));
  const connectionString = postgresUrl.replace("db=postgres", `db=${name}`);
  const db = new PostgresDatabase({ connectionString, connectionsMax: 5, applicationName: "weft-test" });
  return {
    db,
    connectionString,
    async drop() {
      await db.close();
      for (const url of servers.reverse()) {
        await runOnce(url, `drop database ${name} with (force)`);
      }
    },
  };
}

/** As after a failover to a server that is not promoted yet: existing connections are ended. */
export async function setReadOnly({ db, connectionString }: TestDatabase, isReadOnly: boolean): Promise<void> {
  const name = new URL(connectionString).searchParams.get("db");
  await runOnce(
    connectionString,
    `begin read write;
    alter database ${name} set default_transaction_read_only = ${isReadOnly ? "on" : "off"};
    commit`,
  );
  await db.query(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
}

/** Runs statements in a session of their own. */
export async function runOnce(connectionString: string, script: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    // Citus accepts some statements only alone.
    for (const statement of splitStatements(script)) {
      await client.query(statement);
    }
  } finally {
    await client.end();
  }
}
