import { setTimeout as delay } from "node:timers/promises";
import type { PostgresDatabase } from "../../server/src/platform/database/database.ts";
import { sql } from "../../server/src/platform/database/sql.ts";
import { LoadClient, type LoadClientOptions } from "./load-client.ts";

/** An org that uses everything it may at once, until it is stopped. */
export interface HostileOrg {
  /** How often each of its attacks has completed. */
  readonly counts: Readonly<Record<string, number>>;
  /** How often it was asked to retry later. */
  readonly refusals: number;
  /** Unexpected errors. */
  readonly failures: readonly string[];
  /** Starts nothing more; does not wait for attacks in progress. */
  stop(): void;
}

interface Hostility extends LoadClientOptions {
  readonly orgId: string;
  readonly db: PostgresDatabase;
  /** Responds to webhooks after seconds. */
  readonly slowReceiver: string;
}

const batchItems = 100;
const costlyConditional =
  "{newData.name}.repeat(150).replace(/(a|b|c)+x?/g, '').length > 0 && {newData.name}.endsWith('never')";
const endlessScripts = 8;
const webhooks = 10;
const bigItems = 30;
const bigTextCharacters = 1_000_000;
const seededItems = 20_000;
const loadRows = 2_000;
const retryMs = 100;
// The concurrency of each attack.
const atOnce = { batches: 2, bodies: 2, pages: 5, filters: 12, exports: 2, loads: 2 } as const;

/** Creates workflows, webhooks and entities, and then attacks. */
export async function startHostileOrg(hostility: Hostility): Promise<HostileOrg> {
  const client = new LoadClient(hostility);
  await prepare(client, hostility);
  const counts: Record<string, number> = {};
  const failures: string[] = [];
  let refusals = 0;
  let isStopped = false;
  const repeat = async (name: string, attack: (round: number) => Promise<unknown>) => {
    for (let round = 0; !isStopped; round++) {
      try {
        await attack(round);
        counts[name] = (counts[name] ?? 0) + 1;
      } catch (error) {
        if (isStopped || !isRefusal(error)) throw error;
        refusals += 1;
        await delay(retryMs);
      }
    }
  };
  const attacks = attacksOf(client, hostility);
  for (const [name, { attack, parallel }] of Object.entries(attacks)) {
    for (let index = 0; index < parallel; index++) {
      repeat(name, attack).catch((error: unknown) => {
        // Stopping a node after the attacks interrupts them.
        if (!isStopped) failures.push(`${name}: ${error}`);
      });
    }
  }
  return {
    counts,
    failures,
    get refusals() {
      return refusals;
    },
    stop() {
      isStopped = true;
    },
  };
}

/** Whether the response asks the caller to slow down. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && /: (?:429|503) /.test(error.message);
}

async function prepare(client: LoadClient, { db, orgId, slowReceiver }: Hostility): Promise<void> {
  const wait = [{ name: "wait", action: "external" }];
  for (const name of ["first", "second"]) {
    const workflow = { name, triggers: ["item|create"], conditional: costlyConditional, tasks: wait };
    await client.call("POST", "/event-workflows", workflow);
  }
  const endless = [{ name: "loop", action: "script", config: { code: "for (;;);" } }];
  await client.call("POST", "/event-workflows", { name: "endless", triggers: ["manual|endless"], tasks: endless });
  for (let index = 0; index < endlessScripts; index++) {
    await client.call("POST", "/event-workflow-requests", { triggerKey: "manual|endless" });
  }
  for (let index = 0; index < webhooks; index++) {
    const webhook = { url: `${slowReceiver}/${index}`, events: ["item|*"], auth: { type: "none" } };
    await client.call("POST", "/webhooks", index === 0 ? { ...webhook, filter: costlyConditional } : webhook);
  }
  await seedItems(db, orgId);
  for (let index = 0; index < bigItems; index++) {
    await client.call("POST", "/custom-entities", { typePath: "custom-entity:big", name: `Big ${index}` });
  }
  const text = JSON.stringify({ text: "x".repeat(bigTextCharacters) });
  await db.query(sql`
    update entities set properties = properties || ${text}::jsonb
    where org_id = ${orgId} and entity_type = 'custom-entity'`);
}

/** Inserts them as a load would, in a fraction of the time. */
async function seedItems(db: PostgresDatabase, orgId: string): Promise<void> {
  await db.query(sql`
    insert into entities (org_id, entity_type, id, type_path, name, properties)
    select ${orgId}, 'item', 'seeded' || number, 'item', 'Item ' || number, '{"roles": ["family"]}'
    from generate_series(1, ${seededItems}::integer) as number`);
}

interface Attack {
  readonly parallel: number;
  readonly attack: (round: number) => Promise<unknown>;
}

/** Each is repeated as soon as it has ended. */
function attacksOf(client: LoadClient, { address, headers }: Hostility): Record<keyof typeof atOnce, Attack> {
  const criteria = encodeURIComponent(JSON.stringify({ name: { contains: "nothing has this" } }));
  const order = encodeURIComponent(JSON.stringify({ orderField: "name", order: "desc" }));
  const large = { operations: operationsOf(0).map((operation) => ({ ...operation, padding: "x".repeat(40_000) })) };
  const read = (path: string) => drain(`${address()}/api${path}`, headers);
  return {
    batches: {
      parallel: atOnce.batches,
      attack: (round) => client.call("POST", "/items/batch", { operations: operationsOf(round) }),
    },
    bodies: {
      parallel: atOnce.bodies,
      // 4 MB that are parsed before they are rejected.
      attack: () => client.call("POST", "/items/batch", large).catch(expectRejected),
    },
    pages: { parallel: atOnce.pages, attack: () => read("/custom-entities?limit=100") },
    filters: {
      parallel: atOnce.filters,
      attack: () => read(`/items?limit=100&includeTotal=true&criteria=${criteria}&order=${order}`),
    },
    exports: { parallel: atOnce.exports, attack: () => read("/change-history/export") },
    loads: { parallel: atOnce.loads, attack: (round) => client.load(csvOf(round), { loadType: ["COLOR"] }) },
  };
}

function expectRejected(error: unknown): void {
  if (!(error instanceof Error && error.message.includes(": 400 "))) {
    throw error;
  }
}

/** Reads a response and discards it, so that the attacker itself uses few resources. */
async function drain(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const answer = await fetch(url, { headers });
  for await (const _ of answer.body ?? []) {
    // Discarded.
  }
  if (answer.status >= 300) {
    throw new Error(`GET ${url}: ${answer.status} `);
  }
}

function operationsOf(round: number): object[] {
  return Array.from({ length: batchItems }, (_, index) => ({
    op: "create",
    object: { name: `abcabcdefg-abcd-xyzabcdefghijklmno ${round}-${index}` },
  }));
}

function csvOf(round: number): string {
  const rows = Array.from({ length: loadRows }, (_, index) => `${round}-${index},Color ${index},336699`);
  return ["federatedId,name,hex", ...rows].join("\n");
}
