import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../platform/database/sql.ts";
import { buildKey, buildUser } from "../../testing/builders.ts";
import {
  addAccount,
  buildSignOnOrg,
  type SignOnWorld,
  signOn,
  startSignOnWorld,
} from "../sign-on/testing/sign-on-world.ts";
import { TestBrowser } from "../sign-on/testing/test-browser.ts";
import { signIn } from "../testing/sign-in.ts";
import { AuditLog } from "./audit-log.ts";
import { recordRepeats, repeatableEntriesMax } from "./bounded-audit.ts";
import { buildAuditWorld } from "./testing/audit-world.ts";

let signOnWorld: SignOnWorld;

beforeAll(async () => {
  signOnWorld = await startSignOnWorld();
});

afterAll(() => signOnWorld.stop());

const failed = { action: "session.sign-in-failed" };

test("a sign-in records the user, and a failed one the account that was tried", async () => {
  const { service } = signOnWorld;
  const world = await buildAuditWorld(service);
  const user = await buildUser(service, world.org);

  await signIn(service, world.org, user);
  await signIn(service, world.org, user, { password: "wrong" });

  expect(await world.log()).toMatchObject([
    {
      ...failed,
      outcome: "failure",
      actor: { type: "unknown" },
      target: { type: "user", id: user.id, email: user.email },
      origin: { address: "127.0.0.1" },
      after: { method: "password", reason: "login-failed" },
    },
    {
      action: "session.sign-in",
      outcome: "success",
      actor: { type: "user", id: user.id, email: user.email },
      after: { method: "password", grant: "token" },
    },
  ]);
});

test("only a digest is stored for an account that does not exist", async () => {
  const { service } = signOnWorld;
  const world = await buildAuditWorld(service);

  await signIn(service, world.org, { email: "typed.password@users.example" }, { password: "wrong" });

  const [entry] = await world.log(failed);
  expect(entry.target).toEqual({ type: "user" });
  expect(entry.erased).toEqual(["target.email"]);
  expect(entry.digests["target.email"]).toMatch(/^[0-9a-f]{64}$/);
  const stored = await service.database.db.query(sql`
    select * from audit_personal_values where org_id = ${world.org.id}`);
  expect(JSON.stringify(stored)).not.toContain("typed.password");
});

test("failed sign-ins cannot flood the log: repetitions and those beyond the limit are counted", async () => {
  const { service } = signOnWorld;
  const { db } = service.database;
  const world = await buildAuditWorld(service);
  const accounts = Array.from({ length: repeatableEntriesMax + 5 }, (_, index) => ({
    email: `a${index}@users.example`,
  }));
  await db.query(sql`delete from login_failures`);

  for (const account of accounts) {
    await signIn(service, world.org, account, { password: "wrong" });
    await db.query(sql`delete from login_failures`);
  }
  await signIn(service, world.org, { email: "a1@users.example" }, { password: "wrong" });
  const before = await world.log(failed);
  await recordRepeats({ db, audit: new AuditLog() }, new Date(Date.now() + 60_000));
  const after = await world.log(failed);
  await recordRepeats({ db, audit: new AuditLog() }, new Date(Date.now() + 60_000));

  // Another minute, with its own limit, may have started meanwhile.
  expect(before.length).toBeLessThanOrEqual(accounts.length + 1);
  const summed = after.reduce((sum, entry) => sum + (entry.after.repeated ?? 1), 0);
  expect(summed).toBe(accounts.length + 1);
  expect((await world.log(failed)).length).toBe(after.length);
  expect(await db.query(sql`select 1 from audit_repeats where org_id = ${world.org.id}`)).toEqual([]);
}, 60_000);

test("repeated denials of one credential are one entry per minute", async () => {
  const { service } = signOnWorld;
  const world = await buildAuditWorld(service);
  const key = await buildKey(service, world.org, { preset: "read-only" });

  const answers = await Promise.all(
    Array.from({ length: 20 }, () => service.call("GET", "/users", { headers: key.headers })),
  );

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  const entries = await world.log({ action: "access.refused" });
  expect(entries.length).toBeGreaterThan(0);
  expect(entries.length).toBeLessThanOrEqual(2);
  expect(entries[0]).toMatchObject({ actor: { credential: { id: key.id } }, outcome: "denied" });
});

test("single sign-on records the account that it creates, the sign-in, and a rejection", async () => {
  const { service } = signOnWorld;
  const { org, startUrl } = await buildSignOnOrg(signOnWorld, { defaultRole: "viewer" });
  const world = await buildAuditWorld(service, org);
  const account = addAccount(signOnWorld);
  const unverified = addAccount(signOnWorld, { email_verified: false });
  const begin = (await world.log()).length;

  await signOn(new TestBrowser(), startUrl, account.sub);
  await signOn(new TestBrowser(), startUrl, unverified.sub);

  const entries = (await world.log()).slice(0, -begin || undefined).reverse();
  expect(entries).toMatchObject([
    { action: "user.create", actor: { type: "user" }, after: { role: "viewer", email: account.email } },
    { action: "session.sign-in", actor: { email: account.email }, after: { method: "sso", grant: "session" } },
    { ...failed, after: { method: "sso" } },
  ]);
});
