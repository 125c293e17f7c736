import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestService } from "../testing/test-service.ts";
import { buildWebhookWorld, shareOutboundService, type WebhookWorld } from "./testing/webhook-world.ts";

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

test.each([
  [{ type: "header", name: "X-Token", value: "0123456789abcdef" }, "#/auth/value"],
  [{ type: "hmac", secret }, "#/auth/secret"],
])("a secret is bound to the URL: %j", async (auth, pointer) => {
  const { id, url } = await world.webhook({ auth });
  const put = async (body: object) => world.call("PUT", `/webhooks/${id}`, body);

  const [moved, same] = [await put({ url: `${url}/other` }), await put({ url, description: "as it was" })];
  const sent = await put({ url: `${url}/other`, auth });

  expect([moved.status, moved.body.errors[0].pointer]).toEqual([400, pointer]);
  expect([same.status, sent.status, sent.body.url]).toEqual([200, 200, `${url}/other`]);
});
