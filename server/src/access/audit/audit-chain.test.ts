import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../../platform/database/sql.ts";
import { buildUser } from "../../testing/builders.ts";
import { earlier } from "../../testing/earlier.ts";
import { startTestService, type TestService } from "../../testing/test-service.ts";
import { signIn } from "../testing/sign-in.ts";
import { expireAuditLogs } from "./audit-jobs.ts";
import { AuditLog, erasePersonalValues, systemAct } from "./audit-log.ts";
import { type AuditWorld, buildAuditWorld } from "./testing/audit-world.ts";
import { verifyAuditLog } from "./verify-audit-log.ts";

let service: TestService;
let world: AuditWorld;

beforeAll(async () => {
  service = await startTestService({ WEFT_OUTBOUND_ALLOW: "127.0.0.1/32" });
});

afterAll(() => service.stop());

beforeEach(async () => {
  world = await buildAuditWorld(service);
  for (const name of ["a", "b", "c", "d"]) {
    await world.call("POST", "/apps", { name });
  }
});

const run = (statement: ReturnType<typeof sql>) => service.database.db.query(statement);
const verify = () => verifyAuditLog(service.database.db, world.org.id);

test("an untouched log verifies, and its head is the hash of the last entry", async () => {
  const [last] = await world.log();

  expect(await verify()).toEqual({
    firstSequence: 1,
    lastSequence: 4,
    entries: 4,
    headHash: last.hash,
    errors: [],
  });
});

describe("tampering is detected", () => {
  test("a changed entry", async () => {
    await run(sql`update audit_entries set actor_id = 'other' where org_id = ${world.org.id} and sequence = 2`);

    expect((await verify())?.errors).toEqual([{ sequence: 2, reason: "was changed" }]);
  });

  test("a changed entry with a matching hash", async () => {
    await run(sql`
      update audit_entries set hash = sha256('other'::bytea) where org_id = ${world.org.id} and sequence = 2`);

    expect((await verify())?.errors).toEqual([
      { sequence: 2, reason: "was changed" },
      { sequence: 3, reason: "does not follow the previous entry" },
    ]);
  });

  test("a deleted entry", async () => {
    await run(sql`delete from audit_entries where org_id = ${world.org.id} and sequence = 2`);

    expect((await verify())?.errors).toEqual([{ sequence: 2, reason: "is missing" }]);
  });

  test("deleted entries at the end", async () => {
    await run(sql`delete from audit_entries where org_id = ${world.org.id} and sequence > 2`);

    expect((await verify())?.errors).toEqual([{ sequence: 3, reason: "is missing, and all entries up to 4" }]);
  });

  test("deleted entries at the beginning", async () => {
    await run(sql`delete from audit_entries where org_id = ${world.org.id} and sequence < 3`);

    expect((await verify())?.errors).toEqual([{ sequence: 1, reason: "is missing, and all entries up to 2" }]);
  });

  test("an added entry", async () => {
    await run(sql`
      insert into audit_entries select (jsonb_populate_record(e, '{"sequence": 5}')).* from audit_entries e
      where org_id = ${world.org.id} and sequence = 4`);

    expect((await verify())?.errors).toEqual([
      { sequence: 5, reason: "does not follow the previous entry" },
      { sequence: 5, reason: "is not the last entry that the head of the log names" },
    ]);
  });

  test("a changed personal value", async () => {
    await run(sql`
      update audit_personal_values set value = '203.0.113.9'
      where org_id = ${world.org.id} and sequence = 3 and place = 'origin.address'`);

    expect((await verify())?.errors).toEqual([
      { sequence: 3, reason: "has a changed personal value at origin.address" },
    ]);
  });
});

describe("retention", () => {
  const age = (days: number, upTo: number) =>
    run(sql`
      update audit_entries set created_on = ${earlier(sql`created_on`, days * 86_400)}
      where org_id = ${world.org.id} and sequence <= ${upTo}`);
  const sequences = async () => (await world.log()).map(({ sequence }: { sequence: number }) => sequence).reverse();

  test("deletes expired entries and leaves a checkpoint from which the rest verifies", async () => {
    await age(401, 2);

    await expireAuditLogs(service.database.db, 400);

    expect(await sequences()).toEqual([3, 4]);
    expect(await verify()).toMatchObject({ firstSequence: 3, lastSequence: 4, entries: 2, errors: [] });
    expect(
      await run(sql`select 1 from audit_personal_values where org_id = ${world.org.id} and sequence <= 2`),
    ).toEqual([]);
    const gone = await world.call("GET", "/audit-log?after=A1");
    expect(gone).toMatchObject({ status: 410, body: { oldestCursor: "A2" } });
  });

  test("a log whose entries have all expired continues, and a gap after its checkpoint is still detected", async () => {
    await age(401, 4);
    await expireAuditLogs(service.database.db, 400);
    await world.call("POST", "/apps", { name: "e" });
    await world.call("POST", "/apps", { name: "f" });

    expect((await verify())?.errors).toEqual([]);
    await run(sql`delete from audit_entries where org_id = ${world.org.id} and sequence = 5`);

    expect((await verify())?.errors).toEqual([{ sequence: 5, reason: "is missing" }]);
  });

  test("the org's own retention overrides the operator's", async () => {
    await world.call("PUT", "/org", { auditRetentionDays: 90 });
    await age(91, 1);
    await age(89, 2);

    await expireAuditLogs(service.database.db, 400);

    // The first entry was aged twice.
    expect(await sequences()).toEqual([2, 3, 4, 5]);
  });
});

describe("erasure", () => {
  const erase = (erasure: { subjectId: string } | { value: string }) =>
    service.database.db.transaction(async (tx) => {
      const trail = await new AuditLog().open(tx, world.org.id, systemAct);
      return erasePersonalValues(tx, world.org.id, trail, erasure);
    });
  const stored = async () =>
    JSON.stringify([
      await run(sql`select * from audit_entries where org_id = ${world.org.id}`),
      await run(sql`select * from audit_personal_values where org_id = ${world.org.id}`),
      await run(sql`select document from webhook_events where org_id = ${world.org.id}`),
      await world.log(),
    ]);

  test("of a user removes all their personal values, and the chain verifies", async () => {
    const hook = { url: "http://127.0.0.1:9/hook", events: ["audit|*"], auth: { type: "none" } };
    expect((await world.call("POST", "/webhooks", hook)).status).toBe(201);
    const email = "erase.me@users.example";
    const password = "kestrel anvil marzipan";
    const made = await world.call("POST", "/users", { email, name: "Erase Me", role: "viewer", password });
    await signIn(service, world.org, { email }, { password });
    await signIn(service, world.org, { email }, { password: "wrong" });
    await world.call("PUT", `/users/${made.body.id}`, { name: "Erase Me Too" });
    expect(await stored()).toContain("Erase Me");

    const count = await erase({ subjectId: made.body.id });

    expect(count).toBeGreaterThan(5);
    const left = await stored();
    expect(["Erase Me", "erase.me", email].filter((text) => left.includes(text))).toEqual([]);
    expect((await verify())?.errors).toEqual([]);
    const [created] = await world.log({ action: "user.create" });
    expect(created.erased).toEqual(expect.arrayContaining(["after.email", "after.name"]));
    expect((await world.log())[0]).toMatchObject({
      action: "audit-log.erase",
      target: { id: made.body.id },
      after: { values: count },
    });
  });

  test("of a value erases it everywhere, even if only its digest is stored", async () => {
    const user = await buildUser(service, world.org);
    await signIn(service, world.org, user, { password: "wrong" });
    await signIn(service, world.org, { email: "nobody@users.example" }, { password: "wrong" });

    expect(await erase({ value: "nobody@users.example" })).toBe(1);
    expect(await erase({ value: "127.0.0.1" })).toBe(6);

    expect(await stored()).not.toContain("127.0.0.1");
    expect((await verify())?.errors).toEqual([]);
  });
});
