import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyAuditLog } from "../access/audit/verify-audit-log.ts";
import type { OrgRow } from "../access/org-store.ts";
import { signIn } from "../access/testing/sign-in.ts";
import { load } from "../loader/testing/loading.ts";
import { patchOf, scimCaller } from "../scim/testing/scim-fixture.ts";
import { firstOrg } from "../testing/builders.ts";
import { keyHeaders, startTestService, type TestService } from "../testing/test-service.ts";
import { waitUntil } from "../testing/wait-until.ts";
import { type Receiver, startReceiver } from "../workflows/testing/receiver.ts";
import { buildAwaiting, buildWorkflow, callBack, processIn, start } from "../workflows/testing/workflow-world.ts";
import { finishErasures } from "./erase-user.ts";
import { searchDatabase } from "./testing/database-dump.ts";

let service: TestService;
let org: OrgRow;
let receiver: Receiver;

beforeAll(async () => {
  service = await startTestService({ TRUST_PROXY: "true", WEFT_OUTBOUND_ALLOW: "127.0.0.1/32" });
  org = await firstOrg(service);
  receiver = await startReceiver();
});

afterAll(async () => {
  await receiver.close();
  await service.stop();
});

// Words that occur nowhere else.
const name = "Quintessa Vandermolen";
const email = "quintessa@vandermolen.example";
const address = "203.0.113.77";
const password = "kestrel anvil marzipan";
const personal = [name, "Quintessa", "Vandermolen", email, address, "subject-of-quintessa", "agent-of-quintessa"];

interface ActingUser {
  readonly id: string;
  /** The service as the user calls it. */
  readonly acting: TestService;
}

const origin = { "x-forwarded-for": address, "user-agent": "agent-of-quintessa/1" };

async function provisionUser(): Promise<ActingUser> {
  const scim = scimCaller(service, keyHeaders(service.first));
  const created = await scim("POST", "/Users", {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
    userName: email,
    externalId: "subject-of-quintessa",
    name: { givenName: "Quintessa", familyName: "Vandermolen", formatted: name },
    displayName: name,
  });
  expect(created.status).toBe(201);
  const { id } = created.body;
  const { status } = await service.call("PUT", `/users/${id}`, { body: { name, password, role: "admin" } });
  expect(status).toBe(200);
  await scim("PATCH", `/Users/${id}`, patchOf({ op: "replace", path: "title", value: "Buyer" }));
  const key = await service.call("POST", "/api-keys", {
    body: { userId: id, label: "laptop", allowedAddresses: [`${address}/32`, "127.0.0.1"] },
  });
  expect(key.status).toBe(201);
  const first = { ...service.first, apiKey: key.body.apiKey };
  const acting: TestService = {
    ...service,
    first,
    call: (method, path, options = {}) =>
      service.call(method, path, { ...options, headers: { ...keyHeaders(first), ...origin, ...options.headers } }),
  };
  return { id, acting };
}

/** Leaves the name, email and address in every table that can hold them. */
async function actEverywhere({ acting }: ActingUser): Promise<void> {
  const user = { email };
  const asUser = { ...service, call: acting.call };
  await signIn({ ...asUser, call: (m, p, o) => service.call(m, p, { ...o, headers: origin }) }, org, user, {
    password,
  });
  await signIn({ ...asUser, call: (m, p, o) => service.call(m, p, { ...o, headers: origin }) }, org, user, {
    password,
    grant: "session",
  });
  await service.call("POST", "/login", { headers: origin, body: { email, password: "a guess", orgSlug: org.slug } });
  const webhook = { url: `${receiver.url}/hook`, events: ["*"], auth: { type: "none" } };
  expect((await acting.call("POST", "/webhooks", { body: webhook })).status).toBe(201);
  const body = { name: "Coat" };
  const { status } = await acting.call("POST", "/items", { body, headers: { "idempotency-key": "coat" } });
  expect(status).toBe(201);
  const loaded = await load(acting, "federatedId,name,hex\nR-1,Red,FF0000\n", { loadType: ["COLOR"] });
  expect(loaded.status).toBe("completed");
  await undo(acting, loaded.id);
  await actInAssortment(acting);
  await actInWorkflow(acting);
  expect((await acting.call("GET", "/audit-log/export")).status).toBe(200);
  expect((await acting.call("PUT", "/change-consumers/shop", { body: { cursor: "now" } })).status).toBeLessThan(300);
}

async function undo(acting: TestService, id: string): Promise<void> {
  expect((await acting.call("POST", `/loader-processes/${id}/undo`)).status).toBeLessThan(300);
  await waitUntil("the load is undone", async () => {
    const { body } = await acting.call("GET", `/loader-processes/${id}`);
    return body.undo?.status === "completed";
  });
}

async function actInAssortment(acting: TestService): Promise<void> {
  const { body: project } = await acting.call("POST", "/projects", { body: { name: "Spring" } });
  const draft = { name: "Line", workspaceId: project.rootWorkspaceId };
  const { body: assortment } = await acting.call("POST", "/assortments", { body: draft });
  const { body: item } = await acting.call("POST", "/items", { body: { name: "Scarf" } });
  const added = await acting.call("POST", `/assortments/${assortment.id}/items`, { body: { itemIds: [item.id] } });
  expect(added.status).toBe(200);
}

async function actInWorkflow(acting: TestService): Promise<void> {
  const { process, task } = await buildAwaiting(acting);
  const claims = await acting.call("POST", "/event-workflow-tasks/claims", { body: { workerId: "w", limit: 1 } });
  expect(claims.status).toBe(200);
  const called = await callBack(acting, { taskId: task.id, status: "SUCCESS", output: {} });
  expect(called.status).toBe(200);
  await processIn(acting, process.id, "completed");
  const body = { fromTaskId: task.id, output: {} };
  expect((await acting.call("POST", `/event-workflow-processes/${process.id}/restart`, { body })).status).toBe(200);
}

const erase = (id: string, headers = {}) =>
  service.call("DELETE", `/users/${id}?erase=true`, { headers: { ...keyHeaders(service.first), ...headers } });

test("an erasure leaves no name, email or address of the user in the database", async () => {
  const user = await provisionUser();
  await actEverywhere(user);
  const before = await searchDatabase(service.database.db, personal);

  const { status, body } = await erase(user.id);

  expect(status).toBe(200);
  expect(body).toMatchObject({ id: user.id, pseudonym: expect.stringMatching(/^user [2-9A-Z]{5}$/) });
  expect(tablesOf(before)).toEqual(
    expect.arrayContaining([
      "assortment_publish_changes",
      "audit_personal_values",
      "changes",
      "event_workflow_callbacks",
      "event_workflow_restarts",
      "event_workflow_versions",
      "loads",
      "login_failures",
      "users",
    ]),
  );
  expect(Object.keys(body.rows)).toEqual(expect.arrayContaining(tablesOf(before)));
  expect(await searchDatabase(service.database.db, personal)).toEqual([]);
  await verifyNames(user.id, body.pseudonym);
});

/** The partitions of a table count as the table. */
function tablesOf(found: readonly string[]): string[] {
  return [...new Set(found.map((line) => line.replace(/:.*$/, "").replace(/_(?:\d{4}_\d{2}|default)$/, "")))];
}

async function verifyNames(id: string, pseudonym: string): Promise<void> {
  const changes = await service.call("GET", "/change-history?limit=1000");
  const authors = changes.body.results.filter(({ createdById }: { createdById?: string }) => createdById === id);
  const entries = await service.call(
    "GET",
    `/audit-log?criteria=${encodeURIComponent(JSON.stringify({ actorId: id }))}`,
  );
  const items = await service.call("GET", "/items?relations=createdBy");
  expect(new Set(authors.map(({ createdBy }: { createdBy: { name: string } }) => createdBy.name))).toEqual(
    new Set([pseudonym]),
  );
  expect(entries.body.results[0].actor).toMatchObject({ id, name: pseudonym });
  expect(JSON.stringify(items.body)).toContain(pseudonym);
  expect(await verifyAuditLog(service.database.db, org.id)).toMatchObject({ errors: [] });
}

test("what a running request of the user writes during the erasure is replaced afterwards", async () => {
  const { id, acting } = await provisionUser();
  let isEnded = false;
  const writing = (async () => {
    while (!isEnded) {
      const { status } = await acting.call("POST", "/items", { body: { name: "Late" } });
      isEnded = status === 401;
    }
  })();
  await waitUntil("the user writes", async () => {
    const { body } = await service.call("GET", `/items?criteria=${encodeURIComponent('{"name":"Late"}')}`);
    return body.results.length > 3;
  });

  const { status } = await erase(id);
  await writing;
  await finishErasures(service.database.db, new Date(Date.now() + 11 * 60_000));

  expect(status).toBe(200);
  expect(await searchDatabase(service.database.db, personal)).toEqual([]);
});

test("a user who was deleted before is erased by id, and again with the same pseudonym", async () => {
  const user = await provisionUser();
  await user.acting.call("POST", "/items", { body: { name: "Left behind" } });
  await service.call("DELETE", `/users/${user.id}`);
  const before = await searchDatabase(service.database.db, personal);

  const first = await erase(user.id);
  const second = await erase(user.id);

  expect(before).toContain(`audit_personal_values: ${email}`);
  expect(first.status).toBe(200);
  expect(second.body).toMatchObject({ pseudonym: first.body.pseudonym });
  expect(await searchDatabase(service.database.db, personal)).toEqual([]);
});

test("values of another user with the same email stay", async () => {
  const former = await provisionUser();
  await service.call("DELETE", `/users/${former.id}`);
  const present = await provisionUser();
  await present.acting.call("POST", "/items", { body: { name: "Kept" } });

  await erase(former.id);
  const { body } = await service.call("GET", `/users/${present.id}`);
  const found = await searchDatabase(service.database.db, [email]);
  await erase(present.id);

  expect(body).toMatchObject({ email, name });
  expect(found).toEqual([`audit_personal_values: ${email}`, `users: ${email}`]);
});

test("erased users of workflows stop them without their name", async () => {
  const { id, acting } = await provisionUser();
  const workflow = await buildWorkflow(acting, { tasks: [{ name: "wait", action: "external" }] });
  await service.call("PUT", `/users/${id}`, { body: { isActive: false } });
  const { id: processId } = await start(service, workflow);
  await processIn(service, processId, "failed");

  await erase(id);

  const { body } = await service.call("GET", `/event-workflow-processes/${processId}`);
  expect(body.failure.message).toContain("The user is deactivated.");
  expect(await searchDatabase(service.database.db, personal)).toEqual([]);
});
