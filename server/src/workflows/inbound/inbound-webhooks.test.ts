import { inboundWebhookOperations, triggerWebhook } from "@weft/contract";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  describeConditions,
  describeDryRuns,
  describeSendingBack,
} from "../../access/testing/describe-kind-changes.ts";
import { describeAddresses, describeLists } from "../../access/testing/describe-kind-lists.ts";
import { KindWorld } from "../../access/testing/kind-world.ts";
import { lastingPartsOf, problem } from "../../access/testing/problem.ts";
import { sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/ids.ts";
import { buildKey, buildUser } from "../../testing/builders.ts";
import type { TestAnswer, TestService } from "../../testing/test-service.ts";
import { asCaller, inOwnOrg, type OrgService, processesOf } from "../testing/own-org.ts";
import { buildWorkflow, startWorkflowService } from "../testing/workflow-world.ts";

/** Untyped: a wrong assumption about a response fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
type Json = any;

let node: TestService;
let service: OrgService;

beforeAll(async () => {
  node = await startWorkflowService({ WEFT_PUBLIC_URL: "https://weft.example" });
});

afterAll(() => node.stop());

beforeEach(async () => {
  service = await inOwnOrg(node);
});

let number = 0;

describe("inbound-webhooks can be created, read, listed, updated and deleted", () => {
  const world = new KindWorld(() => node, {
    plural: "inbound-webhooks",
    operations: inboundWebhookOperations,
    buildBody() {
      number += 1;
      return { name: `Shop ${number}` };
    },
    change: { name: "Renamed", description: "From the shop.", isActive: false },
    readOnly: { triggerKey: "webhook|x", url: "https://other.example", secrets: [] },
    badBody: { body: {}, errors: [] },
    badChange: { body: {}, errors: [] },
  });

  beforeAll(() => world.build());

  describeSendingBack(world);
  describeConditions(world);
  describeDryRuns(world);
  describeAddresses(world);
  describeLists(world);
});

async function buildInbound(more: object = {}): Promise<Json> {
  const answer = await service.call("POST", "/inbound-webhooks", { body: { name: "Shop", ...more } });
  expect(answer.status).toBe(201);
  return answer.body;
}

/** An inbound webhook with a workflow that it triggers. */
async function buildReceivedEvents(input: object = {}) {
  const inbound = await buildInbound();
  const tasks = [{ name: "wait", action: "external" }];
  const workflow = await buildWorkflow(service, { triggers: [inbound.triggerKey], tasks, ...input });
  return { inbound, workflow };
}

/** Calls without any credential of the service. */
function trigger(id: string, headers: Record<string, string>, body: unknown = { order: 1 }): Promise<TestAnswer> {
  return node.call("POST", `/trigger-webhooks/${id}`, { headers, body });
}

function signed(secret: string, body: string, { id = newId(), date = new Date() } = {}): Record<string, string> {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(date.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, date, body),
  };
}

test("the secret is shown once and stored encrypted", async () => {
  const answer = await service.call("POST", "/inbound-webhooks", { body: { name: "Shop" } });

  const { secret, ...shown } = answer.body;
  const read = await service.call("GET", `/inbound-webhooks/${answer.body.id}`);
  const list = await service.call("GET", "/inbound-webhooks");
  const rows = await node.database.db.query(sql`select t::text from inbound_webhooks t where id = ${answer.body.id}`);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(shown).toMatchObject({ isActive: true, description: null, triggerKey: `webhook|${shown.id}` });
  expect(shown.url).toBe(`https://weft.example/api/trigger-webhooks/${shown.id}`);
  expect(read.body).toEqual(shown);
  const stored = JSON.stringify([list.body, rows, node.logLines]);
  expect(stored).not.toContain(secret);
  expect(stored).not.toContain(Buffer.from(secret).toString("hex"));
});

test("only administrators create inbound webhooks; for others they do not exist", async () => {
  const inbound = await buildInbound();
  const editor = await buildUser(node, service.org, { role: "editor", password: null });
  const keys = [
    await buildKey(node, service.org, { user: editor }),
    await buildKey(node, service.org, { preset: "loader" }),
    (await inOwnOrg(node)).key,
  ];

  for (const key of keys) {
    const other = asCaller(node, key);
    expect(await other.call("GET", `/inbound-webhooks/${inbound.id}`)).toMatchObject(problem("not-found"));
    expect(await other.call("DELETE", `/inbound-webhooks/${inbound.id}`)).toMatchObject(problem("not-found"));
  }
  expect((await service.call("GET", `/inbound-webhooks/${inbound.id}`)).status).toBe(200);
});

describe("a call to the URL", () => {
  test("with the secret in its header, as a bearer token, or with a signature starts workflows", async () => {
    const { inbound, workflow } = await buildReceivedEvents();
    const body = '{ "order": 1 }';

    const answers = [
      await trigger(inbound.id, { "x-webhook-secret": inbound.secret }, body),
      await trigger(inbound.id, { authorization: `Bearer ${inbound.secret}` }, body),
      await trigger(inbound.id, signed(inbound.secret, body), body),
    ];

    const processes = await processesOf(service, workflow);
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(answers.flatMap(({ body: { processIds } }) => processIds)).toEqual(processes.map(({ id }) => id));
    for (const { triggerEvent } of processes) {
      expect(triggerEvent).toMatchObject({ triggerKey: inbound.triggerKey, body: { order: 1 } });
      expect(triggerEvent.headers["content-type"]).toBe("application/json");
    }
    expect(triggerWebhook.answers[202].body.parse(answers[0]?.body)).toEqual(answers[0]?.body);
  });

  test("accepts any JSON", async () => {
    const { inbound, workflow } = await buildReceivedEvents();
    const bodies = [[1, { a: null }], "text", 7.5, false, null, {}];

    for (const body of bodies) {
      await trigger(inbound.id, { "x-webhook-secret": inbound.secret }, JSON.stringify(body));
    }

    const processes = await processesOf(service, workflow);
    expect(processes.map(({ triggerEvent }) => triggerEvent.body)).toEqual(bodies);
  });

  test("starts only workflows whose conditional is true, and is accepted even if there are none", async () => {
    const { inbound, workflow } = await buildReceivedEvents({
      conditional: "{body.total} > 100 && {headers.x-shop} === 'Berlin'",
    });
    const silent = await buildInbound();
    const headers = { "x-webhook-secret": inbound.secret, "x-shop": "Berlin" };

    const small = await trigger(inbound.id, headers, { total: 1 });
    const large = await trigger(inbound.id, headers, { total: 101 });
    const withoutListener = await trigger(silent.id, { "x-webhook-secret": silent.secret });

    expect([small.body, withoutListener.body]).toEqual([{ processIds: [] }, { processIds: [] }]);
    expect(large.body.processIds).toEqual((await processesOf(service, workflow)).map(({ id }) => id));
  });

  test("with a wrong secret, for an unknown id, or for a disabled webhook gets the same 401", async () => {
    const { inbound, workflow } = await buildReceivedEvents();
    const off = await buildInbound({ isActive: false });
    const body = '{"a":1}';
    const old = { date: new Date(Date.now() - 3_600_000) };

    const answers = [
      await trigger(inbound.id, {}, body),
      await trigger(inbound.id, { "x-webhook-secret": off.secret }, body),
      await trigger(inbound.id, { "x-webhook-secret": "" }, body),
      await trigger(inbound.id, { authorization: `Bearer ${off.secret}` }, body),
      await trigger(inbound.id, service.key.headers, body),
      await trigger(inbound.id, signed(off.secret, body), body),
      await trigger(inbound.id, signed(inbound.secret, body), '{"a":2}'),
      await trigger(inbound.id, signed(inbound.secret, body, old), body),
      await trigger(off.id, { "x-webhook-secret": off.secret }, body),
      await trigger(newId(), { "x-webhook-secret": inbound.secret }, body),
      // Authentication comes before parsing, so invalid JSON also gets 401.
      await trigger(inbound.id, {}, "{"),
    ];

    const parts = answers.map((answer) => {
      const { members, ...rest } = lastingPartsOf(answer);
      const { instance: _instance, ...same } = members;
      return { ...rest, members: same };
    });
    expect(answers[0]).toMatchObject(problem("webhook-refused"));
    expect(parts).toEqual(answers.map(() => parts[0]));
    expect(await processesOf(service, workflow)).toEqual([]);
  });

  test("repeated with the same webhook-id or Idempotency-Key starts one process", async () => {
    const { inbound, workflow } = await buildReceivedEvents();
    const other = await buildReceivedEvents();
    const secret = { "x-webhook-secret": inbound.secret };
    const body = '{"a":1}';
    const id = newId();

    const first = await trigger(inbound.id, signed(inbound.secret, body, { id }), body);
    const again = await trigger(inbound.id, signed(inbound.secret, body, { id }), body);
    const keyed = await Promise.all(
      [1, 2, 3].map(() => trigger(inbound.id, { ...secret, "idempotency-key": "k" }, body)),
    );
    const elsewhere = await trigger(
      other.inbound.id,
      { "x-webhook-secret": other.inbound.secret, "idempotency-key": "k" },
      body,
    );

    expect(again.body).toEqual(first.body);
    expect(keyed.map(({ body: { processIds } }) => processIds)).toEqual(Array(3).fill(keyed[0]?.body.processIds));
    expect(elsewhere.body.processIds).toHaveLength(1);
    expect(await processesOf(service, workflow)).toHaveLength(2);
  });

  test("leaves no secret in the event", async () => {
    const { inbound, workflow } = await buildReceivedEvents();
    const headers = {
      "x-webhook-secret": inbound.secret,
      authorization: "Bearer other-secret",
      cookie: "session=other-secret",
      "x-shop-token": "other-secret",
      "x-api-key": "other-secret",
      "x-hub-signature-256": "other-secret",
      "x-shop": "Berlin",
    };

    await trigger(inbound.id, headers);

    const [{ triggerEvent }] = await processesOf(service, workflow);
    expect(triggerEvent.headers).toMatchObject({ "x-shop": "Berlin" });
    expect(JSON.stringify(triggerEvent)).not.toContain("other-secret");
    expect(JSON.stringify(triggerEvent)).not.toContain(inbound.secret);
    expect(node.logLines.join("\n")).not.toContain(inbound.secret);
  });

  test.each([
    ["nothing", ""],
    ["broken JSON", "{"],
    ["a key twice", '{"a":1,"a":2}'],
    ["a NUL", '{"a":"\\u0000"}'],
    ["no UTF-8", "\u00ff".repeat(3)],
  ])("with %s as its body is rejected", async (name, body) => {
    const { inbound, workflow } = await buildReceivedEvents();
    const bytes = name === "no UTF-8" ? Buffer.from(body, "latin1") : Buffer.from(body);

    const answer = await fetch(`${node.address}/api/trigger-webhooks/${inbound.id}`, {
      method: "POST",
      headers: { "x-webhook-secret": inbound.secret, "content-type": "application/json" },
      body: bytes,
    });

    expect([answer.status, await answer.json()]).toMatchObject([400, { code: "invalid-json" }]);
    expect(await processesOf(service, workflow)).toEqual([]);
  });

  test("with more than 1 MiB is rejected, and with exactly 1 MiB accepted", async () => {
    const { inbound, workflow } = await buildReceivedEvents();
    const headers = { "x-webhook-secret": inbound.secret };
    const mebibyte = JSON.stringify("x".repeat(1_048_574));

    const large = await trigger(inbound.id, headers, `${mebibyte} `);
    const fitting = await trigger(inbound.id, headers, mebibyte);

    expect(large).toMatchObject(problem("body-too-large", { detail: "An inbound webhook accepts at most 1 MiB." }));
    expect(fitting.status).toBe(202);
    expect(await processesOf(service, workflow)).toHaveLength(1);
  });
});
