import { webhookDeliveryOperations, webhookOperations } from "@weft/contract";
import { startWebhookReceiver, type WebhookReceiver } from "../../webhooks/testing/webhook-receiver.ts";
import { waitUntil } from "../wait-until.ts";
import type { ExampleRecorder } from "./example-recorder.ts";
import { buildExampleWorld, type ExampleWorld, unknownId } from "./example-world.ts";

interface Scene {
  readonly world: ExampleWorld;
  readonly receiver: WebhookReceiver;
  readonly webhookId: string;
}

const nobody = { status: 404, params: { id: unknownId } };

/** Webhook operations beyond the common ones, and the delivery log. Returns the receiver's address. */
export async function recordWebhookExamples(recorder: ExampleRecorder): Promise<string> {
  const world = await buildExampleWorld(recorder, "acme-webhooks");
  const receiver = await startWebhookReceiver();
  // Without the Date header, which varies.
  receiver.answer((_message, response) => {
    response.sendDate = false;
    response.writeHead(200, { "content-type": "application/json" }).end('{"received":true}');
  });
  const draft = { url: `${receiver.address}/weft`, events: ["color|*"], auth: { type: "hmac" } };
  const { id: webhookId } = await world.create("webhooks", draft);
  const scene = { world, receiver, webhookId };
  await recordTest(scene);
  const deliveryId = await recordLog(scene);
  await recordReplays(scene, deliveryId);
  await recordRotation(scene);
  await receiver.close();
  return receiver.address;
}

async function recordTest({ world, webhookId }: Scene): Promise<void> {
  const { test } = webhookOperations;
  await world.record(test, { title: "A message is sent, with its response.", status: 200, params: { id: webhookId } });
  await world.record(test, { title: "Unknown id.", ...nobody });
}

async function recordLog({ world, receiver, webhookId }: Scene): Promise<string> {
  const { list, get } = webhookDeliveryOperations;
  await world.create("colors", { name: "Red", hex: "ff0000" });
  const criteria = JSON.stringify({ webhookId, type: "color|create" });
  const query = new URLSearchParams({ criteria }).toString();
  const find = async () => (await world.send("GET", `/webhook-deliveries?${query}`)).results[0];
  await waitUntil(
    "it is delivered",
    async () => receiver.messages.length === 2 && (await find()).status === "delivered",
  );
  const { id } = await find();
  await world.record(list, { title: "Deliveries of a webhook for new colors.", status: 200, query: { criteria } });
  await world.record(list, {
    title: "Unknown status.",
    status: 400,
    query: { criteria: JSON.stringify({ status: "lost" }) },
  });
  await world.record(get, { title: "A message and its attempt.", status: 200, params: { id } });
  await world.record(get, { title: "Unknown id.", ...nobody });
  return id;
}

async function recordReplays({ world, webhookId }: Scene, deliveryId: string): Promise<void> {
  const since = "2026-01-01T00:00:00Z";
  const params = { id: webhookId };
  await world.record(webhookOperations.replay, {
    title: "How many deliveries would be replayed.",
    status: 200,
    params,
    body: { since, dryRun: true },
  });
  await world.record(webhookOperations.replay, { title: "since is missing.", status: 400, params, body: {} });
  await world.record(webhookOperations.replay, { title: "Unknown id.", ...nobody, body: { since } });
  const { replay } = webhookDeliveryOperations;
  await world.record(replay, { title: "Queued again.", status: 200, params: { id: deliveryId } });
  await world.record(replay, { title: "Unknown id.", ...nobody });
  await world.send("PUT", `/webhooks/${webhookId}`, { isActive: false });
  await world.record(webhookOperations.replay, {
    title: "The webhook is disabled.",
    status: 409,
    params,
    body: { since },
  });
}

async function recordRotation({ world, webhookId }: Scene): Promise<void> {
  const { rotate } = webhookOperations;
  const body = { overlapSeconds: 3600 };
  const params = { id: webhookId };
  await world.record(rotate, { title: "The old secret keeps signing for an hour.", status: 200, params, body });
  await world.send("PUT", `/webhooks/${webhookId}`, { auth: { type: "none" } });
  await world.record(rotate, { title: "There is no secret to rotate.", status: 409, params, body });
  await world.record(rotate, { title: "Unknown id.", ...nobody, body });
}
