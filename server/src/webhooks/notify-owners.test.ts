import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type SmtpServer, startSmtpServer } from "../platform/mail/testing/smtp-server.ts";
import { buildKey, buildUser, firstOrg } from "../testing/builders.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { waitUntil } from "../testing/wait-until.ts";
import { status } from "./testing/webhook-receiver.ts";
import { buildWebhookWorld, outboundSettings, type WebhookWorld } from "./testing/webhook-world.ts";

let smtp: SmtpServer;
let service: TestService;
let world: WebhookWorld & { close(): Promise<void> };

beforeAll(async () => {
  smtp = await startSmtpServer();
  service = await startTestService({ ...outboundSettings, SMTP_URL: smtp.url });
});

beforeEach(async () => {
  world = await buildWebhookWorld(service);
  return () => world.close();
});

afterAll(async () => {
  await service.stop();
  await smtp.close();
});

function orgOf({ org }: WebhookWorld) {
  return firstOrg({ database: service.database, first: { ...service.first, orgSlug: org.slug } });
}

test("the user who created a webhook is notified by mail when it is disabled", async () => {
  const org = await orgOf(world);
  await buildUser(service, org, { role: "owner" });
  const admin = await buildUser(service, org, { role: "admin", email: "ada@users.example" });
  const { headers } = await buildKey(service, org, { user: admin });
  const body = { url: world.receiver.address, events: ["item|create"], auth: { type: "none" }, description: "Shop" };
  const { body: webhook } = await service.call("POST", "/webhooks", { headers, body });
  world.receiver.answer(status(410));

  await world.item();
  await waitUntil("a mail has come", () => smtp.mails.some(({ content }) => content.includes(webhook.id)));

  const mail = smtp.mails.find(({ content }) => content.includes(webhook.id));
  expect(mail?.to).toEqual(["ada@users.example"]);
  expect(mail?.content).toContain("Shop");
  expect(mail?.content).toContain("410");
});

test("the owners of the org are notified if an app created the webhook", async () => {
  const org = await orgOf(world);
  const owners = [await buildUser(service, org, { role: "owner" }), await buildUser(service, org, { role: "owner" })];
  await buildUser(service, org, { role: "admin" });
  const { id } = await world.webhook({ events: ["item|create"] });
  world.receiver.answer(status(410));

  await world.item();
  await waitUntil("a mail has come", () => smtp.mails.some(({ content }) => content.includes(id)));

  const mail = smtp.mails.find(({ content }) => content.includes(id));
  expect(mail?.to.toSorted()).toEqual(owners.map(({ email }) => email).toSorted());
});
