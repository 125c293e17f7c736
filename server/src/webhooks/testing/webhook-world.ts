import { sql } from "../../platform/database/sql.ts";
import { buildKey, buildOrg } from "../../testing/builders.ts";
import { shareTestService, startTestService, type TestAnswer, type TestService } from "../../testing/test-service.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { startWebhookReceiver, type WebhookReceiver } from "./webhook-receiver.ts";

/** An org with an administrator, a service that may call this machine, and a receiver. */
export interface WebhookWorld {
  readonly service: TestService;
  readonly receiver: WebhookReceiver;
  readonly org: { readonly id: string; readonly slug: string };
  readonly headers: Record<string, string>;
  call(method: string, path: string, body?: unknown): Promise<TestAnswer>;
  /** Creates a webhook to the receiver. Default: no auth, all events. */
  webhook(input?: object): Promise<TestAnswer["body"]>;
  item(fields?: object): Promise<TestAnswer["body"]>;
  /** Resolves when the receiver has got that many messages in total. */
  received(count: number): Promise<void>;
  /** All deliveries of the org, oldest first. */
  deliveries(): Promise<TestAnswer["body"][]>;
  /** Makes waiting deliveries due and ends pauses. */
  passTime(): Promise<void>;
}

export const outboundSettings = { WEFT_OUTBOUND_ALLOW: "127.0.0.1/32" };

export async function buildWebhookWorld(service: TestService): Promise<WebhookWorld & { close(): Promise<void> }> {
  const receiver = await startWebhookReceiver();
  const org = await buildOrg(service);
  const { headers } = await buildKey(service, org);
  const call = (method: string, path: string, body?: unknown) =>
    service.call(method, path, { headers, ...(body === undefined ? {} : { body }) });
  const created = async (path: string, body: object) => {
    const answer = await call("POST", path, body);
    if (answer.status !== 201) {
      throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer.body;
  };
  return {
    service,
    receiver,
    org,
    headers,
    call,
    webhook: (input = {}) =>
      created("/webhooks", { url: `${receiver.address}/hook`, events: ["*"], auth: { type: "none" }, ...input }),
    item: (fields = {}) => created("/items", { name: "Parka", roles: ["family"], ...fields }),
    received: (count) => waitUntil(`${count} messages are received`, () => receiver.messages.length >= count),
    deliveries: async () => (await call("GET", "/webhook-deliveries?limit=1000")).body.results,
    async passTime() {
      await service.database.db.query(sql`
        update webhook_deliveries set due_on = now() where due_on is not null and org_id = ${org.id}`);
      await service.database.db.query(sql`update webhooks set paused_until = null where org_id = ${org.id}`);
    },
    close: () => receiver.close(),
  };
}

/** An org on the shared node that may call receivers on this machine. */
export function shareOutboundService(): Promise<TestService> {
  return shareTestService(outboundSettings);
}

export function startOutboundService(beside?: TestService): Promise<TestService> {
  return startTestService(outboundSettings, beside);
}
