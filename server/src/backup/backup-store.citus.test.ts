import { expect, inject, test } from "vitest";
import { sql } from "../platform/database/sql.ts";
import { createTestDatabase, runOnce } from "../testing/test-database.ts";
import { readDatabaseSize } from "./backup-store.ts";

test("the size of a distributed database includes that of its workers", async () => {
  const { db, connectionString, drop } = await createTestDatabase();
  try {
    const [, name = ""] = /db=(\w+)/.exec(connectionString) ?? [];
    for (const url of inject("workerUrls")) {
      await runOnce(
        url.replace("db=postgres", `db=${name}`),
        "create table ballast as select repeat(md5(n::text), 100) as text from generate_series(1, 2000) as n",
      );
    }
    const [own] = await db.query<{ bytes: number }>(sql`select pg_database_size(current_database()) as bytes`);

    const workers = inject("workerUrls").length;
    expect(await readDatabaseSize(db)).toBeGreaterThan((own?.bytes ?? 0) * (workers + 1) * 0.8);
  } finally {
    await drop();
  }
});
