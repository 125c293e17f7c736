import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { PostgresDatabase } from "../platform/database/database.ts";
import { sql } from "../platform/database/sql.ts";
import { ExpressionEvaluator } from "../platform/expressions/offload/expression-evaluator.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { beginTorture } from "../testing/torture.ts";
import { waitUntil } from "../testing/wait-until.ts";
import { status } from "./testing/webhook-receiver.ts";
import { buildWebhookWorld, shareOutboundService, type WebhookWorld } from "./testing/webhook-world.ts";
import { webhookListener } from "./webhook-listener.ts";

const torture = beginTorture("secrets of webhooks");
let service: TestService;
let world: WebhookWorld & { close(): Promise<void> };

beforeAll(async () => {
  service = await shareOutboundService();
});

beforeEach(async () => {
  world = await buildWebhookWorld(service);
});

afterEach(() => world.close());

afterAll(() => service.stop());

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const unknownId = "AAAAAAAAAAAAAAAA";

test("a webhook is created with defaults, read, listed, changed and deleted", async () => {
  const created = await world.call("POST", "/webhooks", {
    url: "https://hooks.example/weft",
    events: ["item|*"],
    auth: { type: "hmac" },
  });
  const { secret: made, ...document } = created.body;
  const path = `/webhooks/${document.id}`;
  const read = await world.call("GET", path);
  const echoed = await world.call("PUT", path, read.body);
  const changed = await world.call("PUT", path, { events: ["*"], filter: "true", timeoutSeconds: 3 });
  const listed = await world.call("GET", "/webhooks");
  const removed = await world.call("DELETE", path);

  expect(created.status).toBe(201);
  expect(created.headers.get("cache-control")).toBe("no-store");
  expect(made).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(document).toMatchObject({
    entityType: "webhook",
    url: "https://hooks.example/weft",
    filter: null,
    auth: { type: "hmac", secrets: [{ until: null }] },
    isActive: true,
    description: "",
    headers: {},
    timeoutSeconds: 15,
    disabledReason: null,
    failingSince: null,
    version: 1,
  });
  expect(read.body).toEqual(document);
  expect(echoed.body).toEqual(document);
  expect(changed.body).toMatchObject({ events: ["*"], filter: "true", timeoutSeconds: 3, version: 2 });
  expect(listed.body.results).toEqual([changed.body]);
  expect(removed.status).toBe(204);
  expect((await world.call("GET", path)).status).toBe(404);
});

test.each([
  ["an address that may not be reached", { url: "http://169.254.169.254/latest" }, "#/url"],
  ["an address in another spelling", { url: "http://0xA9FEA9FE/" }, "#/url"],
  ["a name and password in the address", { url: "https://user:pass@hooks.example/" }, "#/url"],
  ["a scheme that is not HTTP", { url: "ftp://hooks.example/" }, "#/url"],
  ["no address", { url: "hooks" }, "#/url"],
  ["an event with a typing mistake", { events: ["item|update", "itm|update"] }, "#/events/1"],
  ["no events", { events: [] }, "#/events"],
  ["a filter that is not an expression", { filter: "{newData.name ===" }, "#/filter"],
  ["a filter that reads what no event has", { filter: "{newdata.name} === 1" }, "#/filter"],
  ["a header of our own", { headers: { "Webhook-Id": "1" } }, "#/headers/Webhook-Id"],
  ["a header of the connection", { headers: { Host: "x" } }, "#/headers/Host"],
  ["a header with a line break", { headers: { "X-A": "a\r\nb" } }, "#/headers/X-A"],
  ["one header twice", { headers: { "X-A": "a", "x-a": "b" } }, "#/headers"],
  ["a secret that is none", { auth: { type: "hmac", secret: "whsec_short" } }, "#/auth/secret"],
  ["an auth header of our own", { auth: { type: "header", name: "content-type", value: "x" } }, "#/auth"],
  ["an unknown auth", { auth: { type: "basic" } }, "#/auth/type"],
  ["too long a wait", { timeoutSeconds: 31 }, "#/timeoutSeconds"],
])("%s is rejected", async (_, input, pointer) => {
  const body = { url: "https://hooks.example/weft", events: ["*"], auth: { type: "none" }, ...input };

  const answer = await world.call("POST", "/webhooks", body);

  expect(answer.status).toBe(400);
  expect(answer.body.errors[0].pointer).toBe(pointer);
});

test("a host name is resolved on save, and rejected if its address is not allowed", async () => {
  const strict = await startTestService({}, service);
  const body = { url: "http://localhost:6543/", events: ["*"], auth: { type: "none" } };

  const created = await strict.call("POST", "/webhooks", { headers: world.headers, body });
  const { id } = await world.webhook();
  const moved = await strict.call("PUT", `/webhooks/${id}`, { headers: world.headers, body: { url: body.url } });
  await strict.stop();

  expect([created.status, created.body.errors[0].pointer]).toEqual([400, "#/url"]);
  expect([moved.status, moved.body.errors[0].pointer]).toEqual([400, "#/url"]);
});

test("a webhook can receive external events, and filter them by their members", async () => {
  await world.webhook({ events: ["erp|stock"], filter: "{level} < 10" });

  for (const level of [20, 5]) {
    await world.call("POST", "/external-events", { eventType: "erp", actionType: "stock", level });
  }
  await world.received(1);

  expect(world.receiver.messages[0]?.body).toMatchObject({ type: "erp|stock", data: { level: 5 }, sequence: 1 });
});

test("a host name that does not resolve yet is accepted", async () => {
  const webhook = await world.webhook({ url: "https://not-there-yet.invalid/hook" });

  const { body } = await world.call("POST", `/webhooks/${webhook.id}/test`);

  expect(body).toMatchObject({ isDelivered: false, answerStatus: null, answerBody: null });
  expect(body.failure).toMatch(/could not be resolved/);
});

test("the auth type can be changed, and its secret is bound to the header name", async () => {
  const { id } = await world.webhook({ auth: { type: "none" } });
  const put = async (auth: object) => world.call("PUT", `/webhooks/${id}`, { auth });

  const withoutValue = await put({ type: "header", name: "X-Token" });
  const header = await put({ type: "header", name: "X-Token", value: "0123456789abcdef" });
  const same = await put({ type: "header", name: "x-token" });
  const renamed = await put({ type: "header", name: "X-Key" });
  const rotated = await world.call("POST", `/webhooks/${id}/rotate`);
  const withoutSecret = await put({ type: "hmac" });
  const hmac = await put({ type: "hmac", secret });
  const none = await put({ type: "none" });

  expect([withoutValue.status, withoutValue.body.errors[0].pointer]).toEqual([400, "#/auth/value"]);
  expect(header.body.auth).toMatchObject({ type: "header", name: "X-Token", valueHint: "…cdef" });
  expect(same.body.auth).toEqual(header.body.auth);
  expect([renamed.status, renamed.body.errors[0].pointer]).toEqual([400, "#/auth/value"]);
  expect([rotated.status, rotated.body.detail]).toEqual([409, expect.stringContaining("PUT")]);
  expect([withoutSecret.status, withoutSecret.body.errors[0].pointer]).toEqual([400, "#/auth/secret"]);
  expect(hmac.body.auth).toMatchObject({ type: "hmac", secrets: [{ until: null }] });
  expect(none.body.auth).toEqual({ type: "none" });
});

test("a rotation returns the valid secrets with their expiry", async () => {
  const { id } = await world.webhook({ auth: { type: "hmac" } });

  const { body, headers } = await world.call("POST", `/webhooks/${id}/rotate`, { overlapSeconds: 600 });
  const tooLong = await world.call("POST", `/webhooks/${id}/rotate`, { overlapSeconds: 604_801 });

  expect(headers.get("cache-control")).toBe("no-store");
  expect(body.version).toBe(2);
  expect(body.auth.secrets).toHaveLength(2);
  expect(body.auth.secrets[0].until).toBeNull();
  const left = Date.parse(body.auth.secrets[1].until) - Date.now();
  expect(left).toBeGreaterThan(590_000);
  expect(left).toBeLessThanOrEqual(600_000);
  expect(tooLong.status).toBe(400);
});

test("a test is sent at once, returned and stored, even for a disabled webhook", async () => {
  const webhook = await world.webhook({ isActive: false, auth: { type: "header", name: "X-Token", value: "hush" } });
  world.receiver.answer(status(418, { "content-type": "text/plain" }, "short and stout"));

  const { status: answered, body } = await world.call("POST", `/webhooks/${webhook.id}/test`);
  world.receiver.answer(status(200));
  const second = await world.call("POST", `/webhooks/${webhook.id}/test`);

  const kept = await world.call("GET", `/webhook-deliveries/${body.deliveryId}`);
  const replayed = await world.call("POST", `/webhook-deliveries/${body.deliveryId}/replay`);
  expect(answered).toBe(200);
  expect(body).toMatchObject({
    isDelivered: false,
    answerStatus: 418,
    answerHeaders: { "content-type": "text/plain" },
    answerBody: "short and stout",
    requestHeaders: { "X-Token": "…" },
  });
  expect(second.body).toMatchObject({ isDelivered: true, answerStatus: 200 });
  expect(world.receiver.messages[0]?.body).toMatchObject({
    id: body.deliveryId,
    type: "webhook|test",
    org: world.org.slug,
    sequence: null,
    previousSequence: null,
  });
  expect(kept.body).toMatchObject({ status: "canceled", isTest: true, attempts: 1, sequence: null });
  expect(kept.body.payload).toEqual(world.receiver.messages[0]?.body);
  expect(replayed.status).toBe(409);
});

test("secrets are in no response, history or log, and are encrypted in the database", async () => {
  const headerValue = "a-very-secret-header-value";
  const { id } = await world.webhook({ auth: { type: "hmac", secret } });
  await world.webhook({ auth: { type: "header", name: "X-Token", value: headerValue } });
  const rotated = (await world.call("POST", `/webhooks/${id}/rotate`)).body.secret;
  await world.item();
  await world.received(2);
  await waitUntil("all is noted", async () =>
    (await world.deliveries()).every((delivery) => delivery.status === "delivered"),
  );

  const answers: unknown[] = [await world.call("GET", "/webhooks"), await world.call("GET", "/change-history")];
  for (const delivery of await world.deliveries()) {
    answers.push(await world.call("GET", `/webhook-deliveries/${delivery.id}`));
  }
  const tables = ["webhooks", "webhook_events", "webhook_deliveries", "webhook_attempts", "changes"];
  const rows = await Promise.all(
    tables.map((table) =>
      service.database.db.query<{ text: string }>({
        text: `select t::text as text from ${table} t where org_id = $1`,
        values: [world.org.id],
      }),
    ),
  );

  const places = [JSON.stringify(answers), service.logLines.join("\n"), JSON.stringify(rows)];
  const signatures = world.receiver.messages.flatMap(({ headers }) => headers["webhook-signature"]?.split(" ") ?? []);
  const secrets = [secret, secret.slice(6), rotated, rotated.slice(6), headerValue, ...signatures];
  expect(signatures).toHaveLength(2);
  expect(places.flatMap((place) => secrets.filter((found) => place.includes(found)))).toEqual([]);
  // Bytes are shown as hexadecimal text.
  const hexadecimal = secrets.map((text) => Buffer.from(text).toString("hex"));
  expect(hexadecimal.filter((found) => places[2]?.includes(found))).toEqual([]);
  torture.verdict(
    `none of ${secrets.length} in answers, history, ${service.logLines.length} log lines and the database`,
  );
});

test("the history records how a webhook was changed", async () => {
  const { id } = await world.webhook();
  await world.call("PUT", `/webhooks/${id}`, { description: "To the shop" });
  await world.call("DELETE", `/webhooks/${id}`);

  const criteria = encodeURIComponent(JSON.stringify({ entityReference: `webhook:${id}` }));
  const { results } = (await world.call("GET", `/change-history?criteria=${criteria}`)).body;

  expect(results.map(({ action }: { action: string }) => action)).toEqual(["delete", "update", "create"]);
  expect(results[1].propertyDiffs).toMatchObject({ description: { oldValue: "", newValue: "To the shop" } });
});

test("the deliveries of a deleted webhook are deleted with it", async () => {
  const { id } = await world.webhook();
  await world.item();
  await waitUntil("it is there", async () => (await world.deliveries()).length === 1);
  const [delivery] = await world.deliveries();

  await world.call("DELETE", `/webhooks/${id}`);

  expect(await world.deliveries()).toEqual([]);
  expect((await world.call("GET", `/webhook-deliveries/${delivery.id}`)).status).toBe(404);
  await waitUntil("nothing is left in the tables", async () => {
    const left = await service.database.db.query(sql`
      select 1 from webhook_deliveries where org_id = ${world.org.id}
      union all select 1 from webhook_attempts where org_id = ${world.org.id}
      union all select 1 from webhook_lines where org_id = ${world.org.id}`);
    return left.length === 0;
  });
});

test.each(["rotate", "test", "replay"])("%s of a webhook that does not exist returns 404", async (verb) => {
  const body = verb === "replay" ? { since: "2026-01-01T00:00:00Z" } : undefined;

  const answer = await world.call("POST", `/webhooks/${unknownId}/${verb}`, body);

  expect(answer.status).toBe(404);
});

test("an org without enabled webhooks has no listener", async () => {
  const { connectionString } = service.database;
  const db = new PostgresDatabase({ connectionString, connectionsMax: 1, applicationName: "test" });
  const expressions = new ExpressionEvaluator();
  const { listenerOf } = webhookListener({ bus: { publish: () => {} }, expressions });
  const before = await listenerOf(db, world.org.id);
  const { id } = await world.webhook({ events: ["item|create"] });
  const listener = await listenerOf(db, world.org.id);
  await world.call("PUT", `/webhooks/${id}`, { isActive: false });
  const after = await listenerOf(db, world.org.id);
  await expressions.close();
  await db.close();

  expect(before).toBeUndefined();
  expect([listener?.hears("item|create"), listener?.hears("item|delete")]).toEqual([true, false]);
  expect(after).toBeUndefined();
});
