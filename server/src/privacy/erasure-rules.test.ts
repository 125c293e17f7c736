import { beforeAll, expect, test } from "vitest";
import type { OrgRow } from "../access/org-store.ts";
import { signIn } from "../access/testing/sign-in.ts";
import { load } from "../loader/testing/loading.ts";
import { sql } from "../platform/database/sql.ts";
import { newId } from "../platform/ids.ts";
import { buildKey, buildOwnerKey, buildUser, firstOrg } from "../testing/builders.ts";
import { shareTestService, type TestService } from "../testing/test-service.ts";

let service: TestService;
let org: OrgRow;

beforeAll(async () => {
  service = await shareTestService();
  org = await firstOrg(service);
});

test("only a credential that may delete the user may erase them", async () => {
  const user = await buildUser(service, org);
  const owner = await buildUser(service, org, { role: "owner" });
  const { headers } = await buildKey(service, org, { preset: "read-only" });

  const asReader = await service.call("DELETE", `/users/${user.id}?erase=true`, { headers });
  const asAdministrator = await service.call("DELETE", `/users/${owner.id}?erase=true`);
  const asOwner = await service.call("DELETE", `/users/${owner.id}?erase=true`, await buildOwnerKey(service, org));

  expect(asReader.status).toBe(404);
  expect(asAdministrator).toMatchObject({ status: 403, body: { detail: expect.stringContaining("Erasing the user") } });
  expect(asOwner.status).toBe(200);
});

test("the last owner is not erased", async () => {
  const { body } = await service.call("GET", `/users?criteria=${encodeURIComponent('{"role":"owner"}')}`);
  const [last, ...others] = body.results;
  const { headers } = await buildOwnerKey(service, org);
  for (const { id } of others) {
    await service.call("DELETE", `/users/${id}?erase=true`, { headers });
  }
  await service.call("DELETE", `/users/${last.id}?erase=true`, { headers });
  const { body: self } = await service.call("GET", "/whoami", { headers });

  const { status } = await service.call("DELETE", `/users/${self.actor.id}?erase=true`, { headers });

  expect(status).toBe(409);
});

test("an erasure has no dry run, needs the version that it names and a user who has existed", async () => {
  const user = await buildUser(service, org);
  const path = `/users/${user.id}?erase=true`;

  const tried = await service.call("DELETE", `${path}&dryRun=true`);
  const outdated = await service.call("DELETE", path, {
    headers: { ...(await buildKey(service, org)).headers, "if-match": '"7"' },
  });
  const unknown = await service.call("DELETE", `/users/${newId()}?erase=true`);

  expect(tried).toMatchObject({ status: 400, body: { detail: expect.stringContaining("dryRun") } });
  expect(outdated.status).toBe(412);
  expect(unknown.status).toBe(404);
  expect((await service.call("GET", `/users/${user.id}`)).status).toBe(200);
});

test("an erasure is recorded without personal values, and signs the user out", async () => {
  const user = await buildUser(service, org);
  const key = await buildKey(service, org, { user });

  const { body } = await service.call("DELETE", `/users/${user.id}?erase=true`);

  const criteria = encodeURIComponent(JSON.stringify({ targetId: user.id, action: "user.erase" }));
  const entries = await service.call("GET", `/audit-log?criteria=${criteria}`);
  expect(entries.body.results).toMatchObject([{ after: { pseudonym: body.pseudonym } }]);
  expect(body.rows).toMatchObject({ users: 1, api_keys: 1 });
  expect((await service.call("GET", "/whoami", { headers: key.headers })).status).toBe(401);
});

test("texts of earlier versions that name the user are replaced, those of others stay", async () => {
  const user = await buildUser(service, org);
  const { db } = service.database;
  const name = `Ada "the ${user.id}" Byron`;
  await service.call("PUT", `/users/${user.id}`, { body: { name } });
  const id = newId();
  const message = (who: string) =>
    JSON.stringify({ code: "stopped", message: `Stopped. The user ${who} is deactivated.` });
  const owner = { owner: { type: "key", id: newId(), name } };
  await db.query(sql`
    insert into event_workflow_processes (org_id, id, workflow_id, workflow_version, status, trigger_key, trigger_event,
      failure, ended_on)
    select ${org.id}, ${id} || number, ${id}, 1, 'failed', 'manual|1', '{}', failure::jsonb, now()
    from unnest(${[message(name), message("Somebody else")]}::text[]) with ordinality as listed (failure, number)`);
  await db.query(sql`
    insert into changes (org_id, created_on, sequence, entity_type, entity_id, type_path, action, entity_version,
      change_set_id, source, diffs)
    values (${org.id}, now(), 900001, 'event-workflow', ${id}, 'event-workflow', 'create', 1, ${id}, 'api',
      ${JSON.stringify(owner)}::jsonb)`);

  const { body } = await service.call("DELETE", `/users/${user.id}?erase=true`);

  const failures = await db.query<{ message: string }>(sql`
    select failure ->> 'message' as message from event_workflow_processes
    where org_id = ${org.id} and workflow_id = ${id} order by id`);
  const changes = await db.query<{ name: string }>(sql`
    select diffs #>> '{owner,name}' as name from changes where org_id = ${org.id} and entity_id = ${id}`);
  expect(failures.map(({ message: text }) => text)).toEqual([
    `Stopped. The user ${body.pseudonym} is deactivated.`,
    "Stopped. The user Somebody else is deactivated.",
  ]);
  expect(changes).toEqual([{ name: body.pseudonym }]);
});

test("an app is not a user, even if it has created loads", async () => {
  const loaded = await load(service, "federatedId,name,hex\nQ-1,Red,FF0000\n", { loadType: ["COLOR"] });
  const { body: app } = await service.call("GET", "/whoami");

  const { status } = await service.call("DELETE", `/users/${app.actor.id}?erase=true`);

  expect({ status, type: app.actor.type }).toEqual({ status: 404, type: "app" });
  const { body: changes } = await service.call("GET", "/change-history?limit=1");
  expect(changes.results[0].createdBy.name).toBe(app.actor.name);
  expect((await service.call("GET", `/loader-processes/${loaded.id}`)).body.createdById).toBe(app.actor.id);
});

test("failed sign-ins of an address at all organizations are still counted after the erasure of a user", async () => {
  const user = await buildUser(service, org);
  const { db } = service.database;
  const guess = { email: user.email, password: "a guess", orgSlug: org.slug };
  // The address is known to be the user's, and has failed since.
  expect((await signIn(service, org, user)).status).toBe(200);
  await service.call("POST", "/login", { headers: {}, body: guess });
  const countsOfAddresses = () => db.query(sql`select failures from login_failures where scope = '' order by subject`);
  const before = await countsOfAddresses();

  const { body } = await service.call("DELETE", `/users/${user.id}?erase=true`);

  expect(body.rows.login_failures).toBeGreaterThan(0);
  expect((await countsOfAddresses()).length).toBeGreaterThanOrEqual(before.length);
  expect(before.length).toBeGreaterThan(0);
});

test("values in audit logs of several batches are erased, and those of others stay", async () => {
  const own = await shareTestService();
  const { id: orgId } = await firstOrg(own);
  const user = await buildUser(own, { ...org, id: orgId });
  const other = await buildUser(own, { ...org, id: orgId });
  const subjects = [user.id, other.id];
  await own.database.db.query(sql`
    insert into audit_entries (org_id, sequence, created_on, action, outcome, actor_type, target_type, target_id,
      digests, previous_hash, hash)
    select ${orgId}, 1000 + n, now(), 'session.sign-in-failed', 'failure', 'unknown', 'user',
      (${subjects}::text[])[1 + n % 2], '{}', '', '' from generate_series(1, 22000) as n`);
  await own.database.db.query(sql`
    insert into audit_personal_values (org_id, sequence, place, subject_id, salt, value)
    select ${orgId}, 1000 + n, place, case place when 'target.email' then (${subjects}::text[])[1 + n % 2] end, '', place
    from generate_series(1, 22000) as n, unnest(array['target.email', 'actor.address']) as place`);

  const { body } = await own.call("DELETE", `/users/${user.id}?erase=true`);

  const left = await own.database.db.query(sql`
    select count(*)::integer as count, count(*) filter (where sequence % 2 = 0)::integer as erased
    from audit_personal_values where org_id = ${orgId} and sequence > 1000 and sequence <= 23000`);
  expect(body.rows.audit_personal_values).toBeGreaterThanOrEqual(22_000);
  expect(left).toEqual([{ count: 22_000, erased: 0 }]);
});
