import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "./platform/database/sql.ts";
import { buildKey, buildOrg } from "./testing/builders.ts";
import { countLockWaits } from "./testing/lock-waits.ts";
import { startTestService, type TestService } from "./testing/test-service.ts";
import { waitUntil } from "./testing/wait-until.ts";

const pool = 4;
let service: TestService;

beforeAll(async () => {
  service = await startTestService({ DATABASE_POOL: String(pool) });
});

afterAll(() => service.stop());

test.each(["/items?limit=10", "/items?limit=10&includeTotal=true&order=~(orderField~'name)"])(
  "slow lists of one org leave connections for others, and all get responses: %s",
  async (path) => {
    const { headers } = await buildKey(service, await buildOrg(service));

    const { slow, quick, waiting } = await service.database.db.transaction(async (tx) => {
      await tx.query(sql`lock table entities in access exclusive mode`);
      const lists = Promise.all(Array.from({ length: 3 * pool }, () => service.call("GET", path)));
      await waitUntil("a list waits for the lock", async () => (await countLockWaits(service.database.db)) > 0);
      // It reads files, which are not locked.
      const files = await service.call("GET", "/files?limit=10", { headers });
      return { slow: lists, quick: files, waiting: await countLockWaits(service.database.db) };
    });

    expect(quick.status).toBe(200);
    // Half of the pool for an organization that reads alone, less beside others.
    expect(waiting).toBeLessThanOrEqual(pool / 2);
    expect((await slow).map(({ status }) => status)).toEqual(Array.from({ length: 3 * pool }, () => 200));
  },
);
