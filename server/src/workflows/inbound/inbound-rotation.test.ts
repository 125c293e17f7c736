import { inboundWebhookOperations } from "@weft/contract";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { problem } from "../../access/testing/problem.ts";
import { sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/ids.ts";
import { buildKey, buildUser } from "../../testing/builders.ts";
import type { TestAnswer, TestService } from "../../testing/test-service.ts";
import { asCaller, inOwnOrg, type OrgService } from "../testing/own-org.ts";
import { shareWorkflowService } from "../testing/workflow-world.ts";

let node: TestService;
let service: OrgService;
/** Untyped: a wrong assumption about a response fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
let inbound: any;

beforeAll(async () => {
  node = await shareWorkflowService();
});

afterAll(() => node.stop());

beforeEach(async () => {
  service = await inOwnOrg(node);
  inbound = (await service.call("POST", "/inbound-webhooks", { body: { name: "Shop" } })).body;
});

function rotate(body: object = {}): Promise<TestAnswer> {
  return service.call("POST", `/inbound-webhooks/${inbound.id}/rotate`, { body });
}

/** The statuses of calls with the secret itself and with a signature made with it. */
async function callWith(secret: string): Promise<number[]> {
  const body = '{"order":1}';
  const id = newId();
  const signature = {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, new Date(), body),
  };
  const proofs = [{ "x-webhook-secret": secret }, signature];
  const answers = proofs.map((headers) => node.call("POST", `/trigger-webhooks/${inbound.id}`, { headers, body }));
  return (await Promise.all(answers)).map(({ status }) => status);
}

test("a rotation shows a new secret once, and calls with the old one are accepted for the overlap", async () => {
  const rotated = await rotate({ overlapSeconds: 60 });

  const { secret, ...shown } = rotated.body;
  expect(rotated.status).toBe(200);
  expect(inboundWebhookOperations.rotate.answers[200].body.parse(rotated.body)).toEqual(rotated.body);
  expect(shown).toEqual((await service.call("GET", `/inbound-webhooks/${inbound.id}`)).body);
  expect(shown.secrets).toEqual([
    { since: expect.any(String), until: null },
    { since: inbound.secrets[0].since, until: expect.any(String) },
  ]);
  expect(secret).not.toBe(inbound.secret);
  expect([await callWith(secret), await callWith(inbound.secret)]).toEqual([
    [202, 202],
    [202, 202],
  ]);
});

test("the old secret expires after its overlap, or immediately without one", async () => {
  const second = (await rotate({ overlapSeconds: 3_600 })).body.secret;
  await node.database.db.query(sql`
    update inbound_webhooks set previous_secret_until = now() - interval '1 second' where id = ${inbound.id}`);
  const afterOverlap = [await callWith(inbound.secret), await callWith(second)];
  const third = (await rotate({ overlapSeconds: 0 })).body;

  expect(afterOverlap.flat()).toEqual([401, 401, 202, 202]);
  expect([await callWith(second), await callWith(third.secret)].flat()).toEqual([401, 401, 202, 202]);
  expect(third.secrets).toEqual([{ since: expect.any(String), until: null }]);
});

test("a secret that can no longer be decrypted is rejected, and a rotation replaces it", async () => {
  await node.database.db.query(sql`update inbound_webhooks set secret = '\\x00' where id = ${inbound.id}`);

  const unreadable = await callWith(inbound.secret);
  const { secret } = (await rotate()).body;

  expect(unreadable).toEqual([401, 401]);
  expect(await callWith(secret)).toEqual([202, 202]);
});

test("a rotation is recorded in the audit log, without the secrets", async () => {
  const rotated = await rotate();

  const log = await service.call("GET", "/audit-log?limit=1");
  expect(log.body.results[0]).toMatchObject({
    action: "inbound-webhook.rotate",
    target: { type: "inbound-webhook", id: inbound.id },
  });
  expect(JSON.stringify([log.body, node.logLines])).not.toContain(rotated.body.secret);
});

test("a rotation needs permission to change the webhook, and limits its overlap", async () => {
  const editor = await buildUser(node, service.org, { role: "editor", password: null });
  const other = asCaller(node, await buildKey(node, service.org, { user: editor }));

  expect(await other.call("POST", `/inbound-webhooks/${inbound.id}/rotate`)).toMatchObject(problem("not-found"));
  expect(await rotate({ overlapSeconds: 604_801 })).toMatchObject(problem("invalid-request"));
  expect(await service.call("POST", `/inbound-webhooks/${newId()}/rotate`)).toMatchObject(problem("not-found"));
});
