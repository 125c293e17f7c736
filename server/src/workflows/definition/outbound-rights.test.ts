import type { Right } from "@weft/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildKey, buildUser } from "../../testing/builders.ts";
import { shareTestService, type TestService } from "../../testing/test-service.ts";
import { asCaller, inOwnOrg, type OrgService } from "../testing/own-org.ts";
import { buildWorkflow } from "../testing/workflow-world.ts";

let node: TestService;
let admin: OrgService;
let editor: OrgService;

beforeAll(async () => {
  node = await shareTestService();
  admin = await inOwnOrg(node);
  const rights: Right[] = [{ verbs: ["read", "create", "update", "delete"], typePath: "*" }];
  editor = asCaller(admin, await buildKey(node, admin.org, { rights }));
});

afterAll(() => node.stop());

const call = { name: "call", action: "http", config: { url: "https://erp.example.com/orders" } };
const wait = { name: "wait", action: "external" };

describe("calls to other systems need the right that webhooks need", () => {
  test("a key that may not create webhooks may not create a workflow with an http task", async () => {
    const webhook = { url: "https://erp.example.com/", events: ["item|create"], auth: { type: "none" } };

    const hooked = await editor.call("POST", "/webhooks", { body: webhook });
    const created = await editor.call("POST", "/event-workflows", {
      body: { name: "Call", triggers: [], tasks: [call] },
    });
    const plain = await editor.call("POST", "/event-workflows", {
      body: { name: "Wait", triggers: [], tasks: [wait] },
    });

    expect(hooked.status).toBe(404);
    expect(created).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect(created.body.detail).toContain("Only administrators");
    expect(plain.status).toBe(201);
  });

  test("the same holds for a user who is an editor, and not for an administrator", async () => {
    const user = await buildUser(node, admin.org, { role: "editor", password: null });
    const byUser = asCaller(admin, await buildKey(node, admin.org, { user }));
    const body = { name: "Call", triggers: [], tasks: [call] };

    expect((await byUser.call("POST", "/event-workflows", { body })).status).toBe(403);
    expect((await admin.call("POST", "/event-workflows", { body })).status).toBe(201);
  });

  test("an existing call can be kept and removed, but neither changed nor added", async () => {
    const { id } = await buildWorkflow(admin, { tasks: [wait, call] });
    await editor.call("POST", `/event-workflows/${id}/take-over`);
    const update = async (body: object) => (await editor.call("PUT", `/event-workflows/${id}`, { body })).status;

    expect(await update({ name: "Renamed", isActive: false })).toBe(200);
    expect(await update({ tasks: [call, wait] })).toBe(200);
    expect(await update({ tasks: [{ ...call, config: { url: "https://evil.example.com/" } }] })).toBe(403);
    expect(await update({ tasks: [call, { ...call, name: "again" }] })).toBe(403);
    expect(await update({ tasks: [wait] })).toBe(200);
    expect(await update({ tasks: [wait, call] })).toBe(403);
  });
});
