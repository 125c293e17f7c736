import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitUntil } from "../server/src/testing/wait-until.ts";
import { type ReceivedCall, type Receiver, startReceiver } from "../server/src/workflows/testing/receiver.ts";
import { type NodeProcess, startNode } from "./testing/node-process.ts";
import { readCredentials } from "./testing/own-database.ts";

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
type Json = any;

let folder: string;
let node: NodeProcess;
let erp: Receiver;
let headers: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-story-"));
  erp = await startReceiver();
  node = await startNode({ env: { DATA_DIR: join(folder, "data"), WEFT_OUTBOUND_ALLOW: "127.0.0.1/32" } });
  const { apiKey } = await readCredentials(join(folder, "data"));
  headers = { "x-api-key": apiKey, "x-api-org": "demo", "content-type": "application/json" };
});

afterAll(async () => {
  await node.end("SIGTERM");
  await erp.close();
  await rm(folder, { recursive: true, force: true });
});

async function call(method: string, path: string, body?: object): Promise<Json> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(`${node.address}/api${path}`, { method, headers, ...sent });
  const text = await answer.text();
  expect(answer.status, text).toBeLessThan(300);
  return JSON.parse(text);
}

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

function saveWorkflow(): Promise<Json> {
  return call("POST", "/event-workflows", {
    name: "Order approved items",
    triggers: ["item|update"],
    conditional: "{newData.status} === 'approved' && {oldData.status} !== 'approved'",
    tasks: [
      {
        name: "Order",
        action: "http",
        async: true,
        config: { url: `${erp.url}/orders`, auth: { type: "hmac", secret } },
      },
      {
        name: "Note the order",
        action: "update-entity",
        config: { entityName: "item", id: "{newData.id}", object: { erpOrder: "{tasks.Order.output.order.number}" } },
      },
    ],
  });
}

/** The ERP knows only what it was sent: the task, the callback URL, and a token for that task. */
function callBack({ body }: ReceivedCall): Promise<Response> {
  return fetch(body.callbackUrl, {
    method: "POST",
    headers: { authorization: `bearer ${body.callbackToken}`, "content-type": "application/json" },
    body: JSON.stringify({
      taskId: body.taskId,
      status: "SUCCESS",
      logs: ["order booked", "factory notified"],
      output: { order: { number: "PO-4711" } },
      subtext: "Ordered",
    }),
  });
}

test("an approved item is sent to the ERP, and the later response of the ERP is written to the item", async () => {
  const workflow = await saveWorkflow();
  const item = await call("POST", "/items", { name: "Parka", status: "draft" });
  await call("PUT", `/items/${item.id}`, { status: "in review" });
  await call("PUT", `/items/${item.id}`, { status: "approved" });
  await waitUntil("the ERP is called", () => erp.calls.length > 0);
  const [received] = erp.calls;
  const { results: processes } = await call("GET", "/event-workflow-processes");
  const [{ id }] = processes;

  const receipt = received && (await callBack(received));
  const process = await call("GET", `/event-workflow-processes/${id}?relations=tasks&wait=30`);
  const after = await call("GET", `/items/${item.id}`);
  const criteria = encodeURIComponent(JSON.stringify({ entityReference: `item:${item.id}` }));
  const { results: history } = await call("GET", `/change-history?criteria=${criteria}`);

  const signed = Object.fromEntries(
    Object.entries(received?.headers ?? {}).map(([name, text]) => [name, String(text)]),
  );
  expect(new Webhook(secret).verify(received?.text ?? "", signed)).toMatchObject({ newData: { id: item.id } });
  expect(receipt?.status).toBe(200);
  expect(processes).toHaveLength(1);
  expect(process).toMatchObject({ status: "completed", eventWorkflowId: workflow.id, subtext: "Ordered" });
  expect(process.tasks[0].logs).toEqual([
    expect.stringMatching(/^\d{4}-\S+Z order booked$/),
    expect.stringMatching(/^\d{4}-\S+Z factory notified$/),
  ]);
  expect(process.tasks[0].output.order).toEqual({ number: "PO-4711" });
  expect(after.erpOrder).toBe("PO-4711");
  expect(erp.calls).toHaveLength(1);
  expect(history.map(({ action, source, createdBy }: Json) => [action, source, createdBy.type])).toEqual([
    ["update", "workflow", "app"],
    ["update", "api", "app"],
    ["update", "api", "app"],
    ["create", "api", "app"],
  ]);
  // The chain: the last change names the process, which names the change that triggered it.
  expect(history[0].sourceId).toBe(id);
  expect(history[0].changeSetId).toBe(process.tasks[1].id);
  expect(process.triggerEvent.changeId).toBe(history[1].id);
});
