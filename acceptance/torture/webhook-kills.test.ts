import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../server/src/platform/database/sql.ts";
import { buildKey, buildOrg } from "../../server/src/testing/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../server/src/testing/test-database.ts";
import { beginTorture } from "../../server/src/testing/torture.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../server/src/webhooks/testing/webhook-receiver.ts";
import { LoadClient } from "../testing/load-client.ts";
import { type NodeProcess, startNode } from "../testing/node-process.ts";

const torture = beginTorture("webhook kills");
const itemCount = torture.times(40);
const changesEach = 10;

let database: TestDatabase;
let folder: string;
let receiver: WebhookReceiver;
let nodes: NodeProcess[];

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "weft-webhooks-"));
  receiver = await startWebhookReceiver();
  nodes = [await startSender("first"), await startSender("second"), await startSender("third")];
});

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.end("SIGTERM")));
  await receiver.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

function startSender(name: string): Promise<NodeProcess> {
  return startNode({
    env: {
      DATA_DIR: join(folder, name),
      DATABASE_URL: database.connectionString,
      DATABASE_POOL: "4",
      WEFT_SECRET: "the same secret on every node, of course",
      WEFT_RATE_LIMIT: "off",
      WEFT_OUTBOUND_ALLOW: "127.0.0.1/32",
    },
  });
}

test("nodes killed during delivery lose nothing, and the order per entity is kept", {
  timeout: torture.times(600_000),
}, async () => {
  const { headers } = await buildKey({ database }, await buildOrg({ database }));
  const client = new LoadClient({ address: () => nodes[2]?.address ?? "", headers });
  receiver.answer((_message, response) => {
    setTimeout(() => response.writeHead(204).end(), 20);
  });
  await client.call("POST", "/webhooks", { url: receiver.address, events: ["item|update"], auth: { type: "none" } });
  const items: { id: string }[] = await Promise.all(
    Array.from({ length: itemCount }, () => client.call("POST", "/items", { name: "Step 0", roles: ["family"] })),
  );

  const changing = Promise.all(
    items.map(async ({ id }) => {
      for (let step = 1; step <= changesEach; step++) {
        await client.call("PUT", `/items/${id}`, { name: `Step ${step}` });
      }
    }),
  );
  for (const [index, killedAt] of [50, 150].entries()) {
    await waitUntil("messages are being sent", () => receiver.messages.length >= killedAt, 30_000);
    expect(await nodes[index]?.end("SIGKILL")).toBe("SIGKILL");
    // Expires all heartbeats; the live node renews its own.
    await database.db.query(sql`update nodes set seen_on = now() - interval '1 minute'`);
  }
  await changing;
  const pending = async () =>
    (await database.db.query(sql`select 1 from webhook_deliveries where status = 'pending' limit 1`)).length;
  await waitUntil("nothing is left to send", async () => (await pending()) === 0, 30_000);

  const wanted = Array.from({ length: changesEach }, (_, index) => `Step ${index + 1}`);
  for (const { id } of items) {
    const reported = receiver.messages.filter(({ body }) => body.data.newData.id === id);
    const names = reported.map(({ body }) => body.data.newData.name);
    // A message in progress when its node died may be sent twice: directly after itself, never after a later one.
    expect(names.filter((name, index) => name !== names[index - 1])).toEqual(wanted);
    expect(new Set(reported.map(({ body }) => `${body.id} ${body.sequence}`)).size).toBe(changesEach);
  }
  const wantedCount = itemCount * changesEach;
  torture.verdict(`2 nodes killed; ${wantedCount} events delivered in order by ${receiver.messages.length} messages`);
});
