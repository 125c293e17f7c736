import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { describeOutcome, reset, rotate, showStatus } from "./commands/secret-actions.ts";
import { parseConfig } from "./config/config.ts";
import { examine } from "./doctor/examine.ts";
import { sql } from "./platform/database/sql.ts";
import { SecretBox } from "./platform/secret-box.ts";
import { countSeals, noSeals } from "./platform/secrets/count-seals.ts";
import { continueRotation, secretJobs, startRotation } from "./platform/secrets/rotate-secrets.ts";
import { findRotation } from "./platform/secrets/service-secret-store.ts";
import { sealedTables as tables } from "./sealed-tables.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";
import { startTestService, type TestService, testSecret } from "./testing/test-service.ts";

const [older, newer] = [testSecret, "n".repeat(40)];
// A passphrase cannot be an element of a list, so the rotations use secrets without spaces.
const old = "o".repeat(40);
const api = { WEFT_ROLE: "api", WEFT_OUTBOUND_ALLOW: "127.0.0.1/32" };

let database: TestDatabase;
let nodes: TestService[];
let first: TestService;

beforeEach(async () => {
  database = await createTestDatabase();
  nodes = [];
  first = await start(old);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await Promise.all(nodes.map((node) => node.stop()));
  await database.drop();
});

async function start(WEFT_SECRET: string): Promise<TestService> {
  const node = await startTestService({ ...api, WEFT_SECRET }, { ...first, database });
  nodes.push(node);
  return node;
}

async function stop(node: TestService): Promise<void> {
  nodes = nodes.filter((other) => other !== node);
  await node.stop();
}

async function restart(node: TestService, secret: string): Promise<TestService> {
  await stop(node);
  return start(secret);
}

async function buildWebhook(node: TestService): Promise<string> {
  const body = { url: "http://127.0.0.1:9/", events: ["item|create"], auth: { type: "hmac" } };
  const answer = await node.call("POST", "/webhooks", { body });
  expect(answer.status).toBe(201);
  return answer.body.id;
}

/** Whether the node can decrypt the webhook's secret: a test message is at least attempted. */
async function canRead(node: TestService, webhookId: string): Promise<boolean> {
  const { body } = await node.call("POST", `/webhooks/${webhookId}/test`);
  return !String(body.failure).includes("cannot be decrypted");
}

function countAll(secrets: readonly string[]) {
  return Promise.all(tables.map((table) => countSeals(database.db, new SecretBox(secrets), table)));
}

function stubOperator(secret: string): string[] {
  vi.stubEnv("DATABASE_URL", database.connectionString);
  vi.stubEnv("WEFT_SECRET", secret);
  const printed: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void printed.push(line));
  return printed;
}

describe("a node", () => {
  test("with another secret than the database's does not start", async () => {
    await expect(start(newer)).rejects.toThrow(/WEFT_SECRET .* not the secret of this database.*secrets rotate/);

    expect(await database.db.query(sql`select id from nodes`)).toHaveLength(1);
  });

  test("does not start with a current secret that a running node lacks", async () => {
    await expect(start(`${newer},${old}`)).rejects.toThrow(/unknown to 1 running node.*after the current one/);
  });

  test("starts with a new current secret if it is the only one", async () => {
    const webhook = await buildWebhook(first);
    await stop(first);

    const node = await start(`${newer},${old}`);

    expect(await canRead(node, webhook)).toBe(true);
  });

  test("does not start without a former secret that is still in use", async () => {
    const node = await restart(first, `${newer},${old}`);

    await expect(restart(node, newer)).rejects.toThrow(
      /may still be encrypted with a secret .* run weft admin secrets/,
    );
  });

  test.each([
    ["that opens the stored values is recorded by the first start after an upgrade", old, undefined],
    ["that opens none of them is not", newer, /None of the stored secrets can be decrypted/],
  ])("with a secret %s", async (_case, secret, words) => {
    await buildWebhook(first);
    await database.db.query(sql`delete from service_secrets`);

    const started = start(secret);

    await (words === undefined ? expect(started).resolves.toBeDefined() : expect(started).rejects.toThrow(words));
    const known = await database.db.query(sql`select fingerprint from service_secrets`);
    expect(known).toEqual(words === undefined ? [{ fingerprint: new SecretBox([old]).fingerprints[0] }] : []);
  });
});

test("a database with only imported organizations, whose secrets must be entered again, accepts a secret", async () => {
  await buildWebhook(first);
  await database.db.query(sql`update webhooks set secret = ''`);
  await database.db.query(sql`delete from service_secrets`);
  await stop(first);

  await expect(start(newer)).resolves.toBeDefined();

  expect(await countAll([newer])).toEqual(tables.map(() => noSeals));
});

test("a rolling change of the secret keeps everything readable on every node", async () => {
  const webhooks = [await buildWebhook(first)];
  let [one, two] = [first, await start(old)];
  for (const secret of [`${old},${newer}`, `${newer},${old}`]) {
    one = await restart(one, secret);
    webhooks.push(await buildWebhook(one), await buildWebhook(two));
    for (const webhook of webhooks) {
      expect([await canRead(one, webhook), await canRead(two, webhook)]).toEqual([true, true]);
    }
    two = await restart(two, secret);
  }
  const printed = stubOperator(`${newer},${old}`);

  await rotate({}, tables);
  one = await restart(one, newer);

  // Sealed with the old one: the first, two while it was current everywhere, and one by the last node to change.
  expect(printed.join("\n")).toMatch(/finished .*: 4 stored secrets encrypted again/);
  for (const webhook of webhooks) {
    expect([await canRead(one, webhook), await canRead(two, webhook)]).toEqual([true, true]);
  }
});

describe("a rotation", () => {
  const rotating = () => ({ db: database.db, secrets: new SecretBox([newer, old]), tables });

  test("is refused while a node encrypts with another secret", async () => {
    await expect(startRotation(rotating())).rejects.toThrow(/1 of 1 running nodes encrypt with another secret/);
  });

  test("that was killed is continued where it was, and forgets the former secret at its end", async () => {
    const org = await database.db.query<{ id: string }>(sql`select id from orgs`);
    const orgId = org[0]?.id ?? "";
    const box = new SecretBox([old]);
    const sealed = Array.from({ length: 450 }, (_, index) => ({
      id: `w${String(index).padStart(15, "0")}`,
      secret: box.seal(`text ${index}`, `inbound webhook secret ${orgId}`),
    }));
    await database.db.query(sql`
      insert into inbound_webhooks (org_id, id, name, secret)
      select ${orgId}, unnest(${sealed.map(({ id }) => id)}::text[]), 'w', unnest(${sealed.map(({ secret }) => secret)}::bytea[])`);
    await stop(first);
    await startRotation(rotating());

    const killing = new AbortController();
    const killed = await continueRotation(rotating(), {
      onProgress: ({ resealed_count }) => (resealed_count > 0 ? killing.abort() : undefined),
      stopping: killing.signal,
    });
    const resumed = await startRotation(rotating());
    await secretJobs(rotating())[0]?.run({}, new AbortController().signal);

    const finished = await findRotation(database.db);
    expect(killed).toMatchObject({ finished_on: null, resealed_count: 200, row_count: 450 });
    expect(resumed).toMatchObject({ resealed_count: 200, last_key: [orgId, "w000000000000199"] });
    expect(finished).toMatchObject({ resealed_count: 450, pass: 2, unreadable_count: 0 });
    expect(await countAll([newer])).toContainEqual({ ...noSeals, current: 450 });
    expect(await database.db.query(sql`select fingerprint from service_secrets`)).toEqual([
      { fingerprint: new SecretBox([newer]).fingerprints[0] },
    ]);
  });

  test("keeps a value that was saved in the meantime, and reports what it cannot decrypt", async () => {
    const [broken, kept] = [await buildWebhook(first), await buildWebhook(first)];
    await database.db.query(sql`
      update webhooks set secret = set_byte(secret, 0, get_byte(secret, 0) # 1) where id = ${broken}`);
    await stop(first);

    await startRotation(rotating());
    const finished = await continueRotation(rotating(), { stopping: new AbortController().signal });

    expect(finished).toMatchObject({ resealed_count: 1, unreadable_count: 1 });
    expect(await canRead(await start(`${newer},${old}`), kept)).toBe(true);
  });
});

test.each([
  [`${newer},${old}`, "warning", "1 stored secret in webhooks encrypted with a former secret"],
  [newer, "fault", "WEFT_SECRET is not the secret of this database"],
  [old, "ok", "1 stored secret can be decrypted"],
])("doctor with %s reports a %s", async (WEFT_SECRET, verdict, detail) => {
  await buildWebhook(first);

  const settings = { DATABASE_URL: database.connectionString, WEFT_SECRET, PORT: "0" };
  const { checks } = await examine(() => parseConfig(settings), tables);

  const found = checks.filter(({ name }) => name === "secrets");
  expect(found).toContainEqual(expect.objectContaining({ verdict, detail: expect.stringContaining(detail) }));
});

test("a rotation that was replaced by another one does not advise to remove secrets", () => {
  expect(describeOutcome(undefined)).toMatch(/replaced .* Keep all secrets/);
});

test("status names fingerprints, nodes and counts, and never a secret", async () => {
  await buildWebhook(first);
  const printed = stubOperator(`${newer},${old}`);

  await showStatus(tables);

  const text = printed.join("\n");
  expect(text).toContain(`current secret   ${new SecretBox([newer]).fingerprints[0]?.slice(0, 8)}`);
  expect(text).toMatch(/webhooks: 0 current, 1 former, 0 unreadable/);
  expect(text).toContain("No rotation has been started.");
  expect([newer, old].filter((secret) => text.includes(secret))).toEqual([]);
});

test("a lost secret is replaced with a reset, which must be confirmed", async () => {
  await buildWebhook(first);
  const printed = stubOperator(older);

  await expect(reset({})).rejects.toThrow("--yes");
  await reset({ yes: true });
  await stop(first);

  await expect(start(older)).resolves.toBeDefined();
  expect(printed.join("\n")).toContain("weft doctor lists what must be saved again");
});

test("every column of bytes is a sealed one of the registry, or none of the service's secret", async () => {
  // Hashes, salts, digests and compressed texts: nothing that can be decrypted.
  const unsealed = [
    "access_tokens.family_hash",
    "access_tokens.former_refresh_hash",
    "access_tokens.refresh_hash",
    "access_tokens.secret_hash",
    "api_keys.secret_hash",
    "audit_entries.hash",
    "audit_entries.previous_hash",
    "audit_heads.checkpoint_hash",
    "audit_heads.last_hash",
    "audit_personal_values.salt",
    "audit_repeats.subject",
    "load_batches.outcome",
    "sessions.secret_hash",
    "sign_on_attempts.handle_hash",
  ];
  const rows = await database.db.query<{ name: string }>(sql`
    select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.atttypid = 'bytea'::regtype and c.relkind in ('r', 'p') and not c.relispartition
      and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped`);

  const sealed = tables.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`));
  expect(rows.map(({ name }) => name).sort()).toEqual([...unsealed, ...sealed].sort());
});
