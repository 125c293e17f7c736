import type { Right } from "@weft/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { problem } from "../access/testing/problem.ts";
import { buildKey, buildUser } from "../testing/builders.ts";
import type { TestService } from "../testing/test-service.ts";
import { asCaller, inOwnOrg, type OrgService, processesOf } from "./testing/own-org.ts";
import { buildWorkflow, callBack, ended, processIn, shareWorkflowService, start } from "./testing/workflow-world.ts";

/** Untyped: a wrong assumption about a response fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
type Json = any;

let node: TestService;
let admin: OrgService;

beforeAll(async () => {
  node = await shareWorkflowService();
});

afterAll(() => node.stop());

beforeEach(async () => {
  admin = await inOwnOrg(node);
});

const savesWorkflows: Right = { verbs: ["read", "create", "update"], typePath: "event-workflow" };
const rename = {
  name: "rename",
  action: "script",
  config: { code: "return await entities.update('item', event.id, { name: 'renamed' });" },
};
const wait = { name: "wait", action: "external" };

async function buildItem(): Promise<Json> {
  return (await admin.call("POST", "/items", { body: { name: "Parka" } })).body;
}

async function read(id: string): Promise<Json> {
  return (await admin.call("GET", `/event-workflows/${id}`)).body;
}

/** A user with a role, who calls with a personal key. */
async function signedIn(role: string) {
  const user = await buildUser(node, admin.org, { role });
  const { headers, id: keyId } = await buildKey(node, admin.org, { user });
  return { user, keyId, by: asCaller(admin, { headers }) };
}

async function limited(rights: readonly Right[]) {
  const key = await buildKey(node, admin.org, { rights: [savesWorkflows, ...rights] });
  return { key, by: asCaller(admin, key) };
}

test("a workflow acts with the current role of its user", async () => {
  const item = await buildItem();
  const { user, by } = await signedIn("editor");
  const workflow = await buildWorkflow(by, { tasks: [rename] });

  const before = await ended(admin, (await start(admin, workflow, { id: item.id })).id);
  await admin.call("PUT", `/users/${user.id}`, { body: { role: "viewer" } });
  const after = await ended(admin, (await start(admin, workflow, { id: item.id })).id);

  expect([before.status, after.status]).toEqual(["completed", "failed"]);
  expect(after.failure.message).toBe("This credential may not update item.");
});

test("a workflow acts with the current rights of its key, also between two tasks", async () => {
  const item = await buildItem();
  const { key, by } = await limited([{ verbs: ["read", "update"], typePath: "item:*" }]);
  const workflow = await buildWorkflow(by, { tasks: [wait, rename] });
  const { id } = await start(admin, workflow, { id: item.id });
  const { tasks } = await processIn(admin, id, "awaiting");

  await admin.call("PUT", `/api-keys/${key.id}`, { body: { rights: [savesWorkflows] } });
  await callBack(admin, { taskId: tasks[0].id, status: "SUCCESS" });

  expect(await ended(admin, id)).toMatchObject({ status: "failed", failure: { taskName: "rename" } });
});

test("a workflow follows its key to the successor", async () => {
  const item = await buildItem();
  const { key, by } = await limited([{ verbs: ["read", "update"], typePath: "item:*" }]);
  const workflow = await buildWorkflow(by, { tasks: [rename] });

  const { body: second } = await admin.call("POST", `/api-keys/${key.id}/rotate`, { body: { overlapSeconds: 0 } });
  const { body: third } = await admin.call("POST", `/api-keys/${second.id}/rotate`, { body: { overlapSeconds: 0 } });
  await admin.call("DELETE", `/api-keys/${second.id}`);
  const process = await ended(admin, (await start(admin, workflow, { id: item.id })).id);
  await admin.call("POST", `/api-keys/${third.id}/revoke`);

  expect(process.status).toBe("completed");
  expect((await read(workflow.id)).stoppedReason).toBe('The API key "test" was revoked.');
});

async function deactivate({ user }: Awaited<ReturnType<typeof signedIn>>) {
  await admin.call("PUT", `/users/${user.id}`, { body: { isActive: false } });
}
async function remove({ user }: Awaited<ReturnType<typeof signedIn>>) {
  await admin.call("DELETE", `/users/${user.id}`);
}
async function revoke({ keyId }: Awaited<ReturnType<typeof signedIn>>) {
  await admin.call("POST", `/api-keys/${keyId}/revoke`);
}

test.each([
  ["deactivated user", deactivate, "The user is deactivated."],
  ["deleted user", remove, "The API key was deleted."],
  ["revoked key", revoke, 'The API key "test" was revoked.'],
])("a %s stops the workflow until it is taken over", async (_name, stop, reason) => {
  const owner = await signedIn("editor");
  const workflow = await buildWorkflow(owner.by, { triggers: ["item|create", "manual|go"], tasks: [rename] });

  await stop(owner);
  const item = await buildItem();
  const [missed] = await processesOf(admin, workflow);
  const stopped = await read(workflow.id);
  const taken = await admin.call("POST", `/event-workflows/${workflow.id}/take-over`);
  const { id } = await start(admin, { ...workflow, triggers: ["manual|go"] }, { id: item.id });

  expect(missed).toMatchObject({ status: "failed", failure: { code: "stopped" }, triggerEvent: { newData: item } });
  expect(missed.failure.message).toContain(reason);
  expect(stopped.stoppedReason).toBe(reason);
  expect(taken).toMatchObject({ status: 200, body: { stoppedReason: null, owner: { type: "key", id: admin.key.id } } });
  expect((await ended(admin, id)).status).toBe("completed");
});

test("a waiting process fails with its next task when its owner is deactivated", async () => {
  const owner = await signedIn("editor");
  const { id } = await start(admin, await buildWorkflow(owner.by, { tasks: [wait, rename] }));
  const { tasks } = await processIn(admin, id, "awaiting");

  await deactivate(owner);
  await callBack(admin, { taskId: tasks[0].id, status: "SUCCESS" });

  expect(await ended(admin, id)).toMatchObject({ status: "failed", failure: { code: "stopped", taskName: "rename" } });
});

test("saving a workflow does not lend it more rights than its owner has", async () => {
  const item = await buildItem();
  const { key, by } = await limited([]);
  const workflow = await buildWorkflow(by, { tasks: [rename] });

  const { body: saved } = await admin.call("PUT", `/event-workflows/${workflow.id}`, { body: { description: "x" } });
  const before = await ended(admin, (await start(admin, workflow, { id: item.id })).id);
  const { body: taken } = await admin.call("PUT", `/event-workflows/${workflow.id}`, { body: { takeOver: true } });
  const after = await ended(admin, (await start(admin, workflow, { id: item.id })).id);
  const { body: again } = await admin.call("POST", `/event-workflows/${workflow.id}/take-over`);

  expect([saved.owner.id, before.status]).toEqual([key.id, "failed"]);
  expect([taken.owner.id, after.status]).toEqual([admin.key.id, "completed"]);
  expect(again.version).toBe(taken.version);
});

test("a caller with fewer rights than the owner must take a workflow over to change what it does", async () => {
  const item = await buildItem();
  const { key, by } = await limited([]);
  const workflow = await buildWorkflow(admin, {
    tasks: [{ name: "nothing", action: "delay", config: { seconds: 0 } }],
  });
  const put = (body: object) => by.call("PUT", `/event-workflows/${workflow.id}`, { body });

  const refused = [
    await put({ tasks: [rename] }),
    await put({ triggers: ["manual|mine"] }),
    await put({ conditional: "true" }),
  ];
  const [off, on] = [await put({ isActive: false }), await put({ isActive: true, description: "harmless" })];
  const taken = await put({ tasks: [rename], takeOver: true });
  const process = await ended(admin, (await start(admin, workflow, { id: item.id })).id);

  for (const answer of refused) {
    expect(answer).toMatchObject(problem("forbidden", { detail: expect.stringContaining("takeOver: true") }));
  }
  expect([off.status, on.status, on.body.owner.id]).toEqual([200, 200, admin.key.id]);
  expect([taken.body.owner.id, process.status]).toEqual([key.id, "failed"]);
});

test("a stopped workflow cannot be changed on behalf of its owner, who may return", async () => {
  const owner = await signedIn("editor");
  const workflow = await buildWorkflow(owner.by, { tasks: [wait] });
  await deactivate(owner);

  const answer = await admin.call("PUT", `/event-workflows/${workflow.id}`, { body: { tasks: [rename] } });

  expect(answer).toMatchObject(problem("conflict", { detail: expect.stringContaining("takeOver: true") }));
});

test("a workflow can act as an app if the caller has at least the rights of the app", async () => {
  const item = await buildItem();
  const rights: Right[] = [{ verbs: ["read", "update"], typePath: "item:*" }];
  const { body: app } = await admin.call("POST", "/apps", { body: { name: "Renamer", rights } });
  const { body: bare } = await admin.call("POST", "/apps", { body: { name: "Bare" } });
  const { by } = await limited([]);
  const body = { name: "As an app", triggers: ["manual|go"], tasks: [rename], actsAs: { appId: app.id } };

  const refused = await by.call("POST", "/event-workflows", { body });
  const without = await admin.call("POST", "/event-workflows", { body: { ...body, actsAs: { appId: bare.id } } });
  const { body: workflow } = await admin.call("POST", "/event-workflows", { body });
  const process = await ended(admin, (await start(admin, workflow, { id: item.id })).id);
  const { body: renamed } = await admin.call("GET", `/items/${item.id}?relations=updatedBy`);
  await admin.call("PUT", `/apps/${app.id}`, { body: { rights: null } });

  expect([refused.body.code, without.body.code]).toEqual(["forbidden", "invalid-request"]);
  expect(workflow).toMatchObject({ actsAs: { appId: app.id }, owner: { type: "app", name: "Renamer" } });
  expect([process.status, renamed.updatedById]).toEqual(["completed", app.id]);
  expect((await read(workflow.id)).stoppedReason).toBe("The app Renamer has no permissions.");
});

test("a workflow of an access token acts as the user of the token", async () => {
  const user = await buildUser(node, admin.org, { role: "editor" });
  const { body: token } = await admin.call("POST", "/access-tokens", { body: { userId: user.id } });
  const body = { name: "By token", triggers: ["manual|go"], tasks: [wait] };
  const response = await fetch(`${node.address}/api/event-workflows`, {
    method: "POST",
    headers: { authorization: `Bearer ${token.accessToken}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const workflow: Json = await response.json();

  await admin.call("DELETE", `/access-tokens/${token.id}`);

  expect(await read(workflow.id)).toMatchObject({ owner: { type: "user", id: user.id }, stoppedReason: null });
});
