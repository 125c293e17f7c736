import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../platform/database/sql.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { waitUntil } from "../testing/wait-until.ts";
import { buildWebhookWorld, outboundSettings, type WebhookWorld } from "./testing/webhook-world.ts";

let service: TestService;
let world: WebhookWorld & { close(): Promise<void> };

beforeAll(async () => {
  service = await startTestService(outboundSettings);
});

beforeEach(async () => {
  world = await buildWebhookWorld(service);
});

afterEach(() => world.close());

afterAll(() => service.stop());

const words = "The secret of the webhook cannot be decrypted, so nothing was sent. Save its auth again.";
const header = { type: "header", name: "x-token", value: "a value that was saved before" };

/** A webhook whose stored secret is damaged, as if it was encrypted under another WEFT_SECRET. */
async function buildUnreadable(auth: object = header): Promise<{ readonly id: string }> {
  const body = { url: `${world.receiver.address}/hook`, events: ["item|create"], auth };
  const answer = await service.call("POST", "/webhooks", { headers: world.headers, body });
  expect(answer.status).toBe(201);
  await service.database.db.query(sql`
    update webhooks set secret = set_byte(secret, 0, get_byte(secret, 0) # 1) where org_id = ${world.org.id}`);
  return answer.body;
}

async function webhookOf({ id }: { readonly id: string }) {
  return (await world.call("GET", `/webhooks/${id}`)).body;
}

async function attempted(count: number): Promise<void> {
  await waitUntil(`${count} attempts are noted`, async () => (await world.deliveries())[0]?.attempts === count);
}

describe("a secret that cannot be decrypted", () => {
  test("fails each attempt with a message, and the operator is notified", async () => {
    const webhook = await buildUnreadable();

    await world.item();
    await attempted(1);

    const [delivery] = await world.deliveries();
    const { attemptLog, nextAttemptOn } = (await world.call("GET", `/webhook-deliveries/${delivery.id}`)).body;
    expect(attemptLog).toMatchObject([{ number: 1, answerStatus: null, failure: words }]);
    expect(Date.parse(nextAttemptOn)).toBeGreaterThan(Date.now());
    expect(await webhookOf(webhook)).toMatchObject({ isActive: true, failingSince: expect.any(String) });
    expect(world.receiver.messages).toEqual([]);
    expect(service.logLines.join("")).toContain(words);
  });

  test("disables the webhook after three days of failures", async () => {
    const webhook = await buildUnreadable();
    await world.item();
    await attempted(1);
    await service.database.db.query(sql`
      update webhooks set failing_since = now() - interval '73 hours' where org_id = ${world.org.id}`);

    await world.passTime();
    await waitUntil("it is off", async () => !(await webhookOf(webhook)).isActive);

    expect(await webhookOf(webhook)).toMatchObject({ disabledReason: expect.stringContaining("three days") });
  });

  test("is fixed by saving a new one", async () => {
    const { id } = await buildUnreadable();
    await world.item();
    await attempted(1);

    await world.call("PUT", `/webhooks/${id}`, { auth: { ...header, value: "saved again" } });
    await world.passTime();
    await world.received(1);

    expect(world.receiver.messages[0]?.headers["x-token"]).toBe("saved again");
  });

  test("is fixed by a rotation, without an overlap", async () => {
    const { id } = await buildUnreadable({ type: "hmac" });

    const rotated = await world.call("POST", `/webhooks/${id}/rotate`, { overlapSeconds: 3_600 });
    await world.item();
    await world.received(1);

    const [message] = world.receiver.messages;
    expect(rotated.status).toBe(200);
    expect(message?.headers["webhook-signature"]?.split(" ")).toHaveLength(1);
    expect(() => new Webhook(rotated.body.secret).verify(message?.text ?? "", message?.headers ?? {})).not.toThrow();
  });

  test("fails a test with the same message", async () => {
    const { id } = await buildUnreadable();

    const answer = await world.call("POST", `/webhooks/${id}/test`);

    expect(answer).toMatchObject({ status: 200, body: { isDelivered: false, answerStatus: null, failure: words } });
    expect(await world.deliveries()).toMatchObject([{ status: "canceled", isTest: true }]);
  });
});
