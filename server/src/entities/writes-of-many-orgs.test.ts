import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { sql } from "../platform/database/sql.ts";
import { type BuiltKey, buildKey, buildOrg } from "../testing/builders.ts";
import { startTestService, type TestAnswer, type TestService } from "../testing/test-service.ts";

interface Tenant {
  readonly orgId: string;
  readonly headers: BuiltKey["headers"];
}

let service: TestService;
let tenants: readonly Tenant[];
let rival: pg.Client;

const tenantCount = 24;
// On a distributed database, a transaction writes the rows of one organization only.
const transactionsMax = inject("workerUrls").length === 0 ? tenantCount - 1 : tenantCount;

beforeAll(async () => {
  service = await startTestService();
  tenants = await Promise.all(
    Array.from({ length: tenantCount }, async () => {
      const org = await buildOrg(service);
      return { orgId: org.id, headers: (await buildKey(service, org)).headers };
    }),
  );
  rival = new pg.Client({ connectionString: service.database.connectionString });
  await rival.connect();
});

afterAll(async () => {
  await rival.end();
  await service.stop();
});

const create = ({ headers }: Tenant, body: object): Promise<TestAnswer> =>
  service.call("POST", "/items", { headers, body });

const update = ({ headers }: Tenant, id: string, body: object): Promise<TestAnswer> =>
  service.call("PUT", `/items/${id}`, { headers, body });

const createEverywhere = (bodyOf: (tenant: Tenant) => object = () => ({ name: "Parka" })) =>
  Promise.all(tenants.map((tenant) => create(tenant, bodyOf(tenant))));

/** How many transactions have written these entities as they are now. */
async function transactionsOf(answers: readonly TestAnswer[]): Promise<number> {
  const ids = answers.map(({ body }) => body.id);
  const rows = await service.database.db.query(
    sql`select distinct xmin::text from entities where id = any(${ids}::text[])`,
  );
  return rows.length;
}

interface LogEntry {
  readonly sequence: number;
  readonly entity_id: string;
  readonly action: string;
}

function logOf({ orgId }: Tenant): Promise<LogEntry[]> {
  return service.database.db.query<LogEntry>(sql`
    select sequence, entity_id, action from changes where org_id = ${orgId} and entity_type = 'item' order by sequence`);
}

test("creates of many organizations share transactions, and each organization has its own log", async () => {
  await createEverywhere();

  const answers = await createEverywhere();

  expect(answers.map(({ status }) => status)).toEqual(tenants.map(() => 201));
  expect(await transactionsOf(answers)).toBeLessThanOrEqual(transactionsMax);
  for (const [index, tenant] of tenants.entries()) {
    const log = await logOf(tenant);
    expect(log.at(-1)).toMatchObject({ entity_id: answers[index]?.body.id, action: "create" });
    expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, place) => (log[0]?.sequence ?? 0) + place));
  }
});

test("updates share transactions too, with the values and versions of their own organization", async () => {
  const created = await createEverywhere();

  const answers = await Promise.all(
    tenants.map((tenant, index) => update(tenant, created[index]?.body.id, { price: index })),
  );

  expect(answers.map(({ body }) => [body.price, body.version])).toEqual(tenants.map((_, index) => [index, 2]));
  expect(await transactionsOf(answers)).toBeLessThanOrEqual(transactionsMax);
});

test("the same federatedId in each organization, and references by it", async () => {
  const families = await createEverywhere(() => ({ name: "Parka", federatedId: "P-1" }));
  const options = await createEverywhere(() => ({ name: "Red", itemFamily: { federatedId: "P-1" } }));
  const again = await createEverywhere(() => ({ name: "Parka", federatedId: "P-1" }));

  expect(families.map(({ status }) => status)).toEqual(tenants.map(() => 201));
  expect(options.map(({ status, body }) => [status, body.itemFamilyId])).toEqual(
    families.map(({ body }) => [201, body.id]),
  );
  expect(again.map(({ status }) => status)).toEqual(tenants.map(() => 409));
});

test("a draft that is rejected fails alone", async () => {
  const [first] = tenants;

  const answers = await createEverywhere((tenant) => (tenant === first ? { name: 7 } : { name: "Parka" }));

  expect(answers.map(({ status }) => status)).toEqual(tenants.map((tenant) => (tenant === first ? 400 : 201)));
});

test("a large write is not shared", async () => {
  await createEverywhere();
  const large = tenants[12];

  const answers = await createEverywhere((tenant) =>
    tenant === large ? { name: "Large", note: "x".repeat(60_000) } : { name: "Parka" },
  );

  expect(answers.map(({ status }) => status)).toEqual(tenants.map(() => 201));
  const { rows } = await rival.query<{ count: string }>(
    "select count(distinct org_id) from entities where xmin = (select xmin from entities where id = $1)",
    [answers[12]?.body.id],
  );
  expect(Number(rows[0]?.count)).toBe(1);
});

test("an organization whose rows are locked does not hold up the others", async () => {
  const [locked, ...others] = tenants as readonly [Tenant, ...Tenant[]];
  await createEverywhere();
  const { body } = await create(locked, { name: "Locked" });
  await rival.query("begin");
  await rival.query("select 1 from entities where org_id = $1 and id = $2 for update", [locked.orgId, body.id]);

  const start = (some: readonly Tenant[]) => some.map((tenant) => create(tenant, { name: "Parka" }));
  const before = start(others.slice(0, 12));
  const waiting = update(locked, body.id, { price: 1 });
  const answers = await Promise.all([...before, ...start(others.slice(12))]);
  await rival.query("rollback");

  expect(answers.map(({ status }) => status)).toEqual(others.map(() => 201));
  expect((await waiting).body).toMatchObject({ price: 1, version: 2 });
  // A statement that waits for the lock is canceled after 30 s.
}, 20_000);

test("types that have changed without notice are found, and every write is planned with the new ones", async () => {
  await createEverywhere();
  for (const { orgId } of tenants.slice(0, 5)) {
    await rival.query("update org_feeds set types_version = types_version + 1 where org_id = $1", [orgId]);
  }

  const answers = await createEverywhere();

  expect(answers.map(({ status }) => status)).toEqual(tenants.map(() => 201));
  expect(await Promise.all(tenants.map(async (tenant) => (await logOf(tenant)).at(-1)?.entity_id))).toEqual(
    answers.map(({ body }) => body.id),
  );
});

test("a time that lies ahead stays in its organization", async () => {
  const created = await createEverywhere();
  const ahead = "2100-01-01T00:00:00.000Z";
  await rival.query("update entities set updated_on = $1 where id = $2", [ahead, created[0]?.body.id]);

  const answers = await Promise.all(
    tenants.map((tenant, index) => update(tenant, created[index]?.body.id, { price: 1 })),
  );

  expect(answers[0]?.body.updatedOn).toBe(ahead);
  expect(answers.slice(1).filter(({ body }) => body.updatedOn >= ahead)).toEqual([]);
});

test("a statement that fails for one organization writes nothing twice", async () => {
  const [first] = tenants;
  await rival.query("alter table entities add constraint not_failing check (name <> 'Failing') not valid");

  const answers = await createEverywhere((tenant) => ({ name: tenant === first ? "Failing" : "Once" }));

  expect(answers.map(({ status }) => status)).toEqual(tenants.map((tenant) => (tenant === first ? 500 : 201)));
  const { rows } = await rival.query<{ count: string }>("select count(*) from entities where name = 'Once'");
  expect(Number(rows[0]?.count)).toBe(tenantCount - 1);
});
