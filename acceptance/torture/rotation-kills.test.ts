import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../server/src/platform/database/sql.ts";
import { newId } from "../../server/src/platform/ids.ts";
import { SecretBox } from "../../server/src/platform/secret-box.ts";
import { sealedValuesOf } from "../../server/src/platform/secrets/count-seals.ts";
import { listSealedRows } from "../../server/src/platform/secrets/sealed-value-store.ts";
import { findRotation, noteServiceSecrets } from "../../server/src/platform/secrets/service-secret-store.ts";
import { sealedTables } from "../../server/src/sealed-tables.ts";
import { buildOrg } from "../../server/src/testing/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../server/src/testing/test-database.ts";
import { beginTorture } from "../../server/src/testing/torture.ts";
import { webhookSecrets } from "../../server/src/webhooks/webhook-auth.ts";
import { inboundWebhookSecrets } from "../../server/src/workflows/inbound/inbound-webhook-kind.ts";
import { killRepeatedly } from "../testing/kill-repeatedly.ts";
import { startNode } from "../testing/node-process.ts";
import { runWeft } from "../testing/run-weft.ts";

const torture = beginTorture("rotation kills");
const killsWanted = torture.times(3);
const webhookCount = torture.times(4_000);
const inboundCount = torture.times(1_000);
const [old, next] = [randomBytes(48).toString("base64"), randomBytes(48).toString("base64")];

let database: TestDatabase;
let folder: string;
/** The plain text of every sealed value. */
let expected: ReadonlyMap<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "weft-rotations-"));
  await sealAll(new SecretBox([old]));
  expected = await openAll(new SecretBox([old]));
});

afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const environmentWith = (...secrets: readonly string[]) => ({
  DATABASE_URL: database.connectionString,
  DATA_DIR: folder,
  WEFT_SECRET: secrets.join(),
});

/** More than an org may have, so the rows are inserted directly. Some have a previous secret as well. */
async function sealAll(box: SecretBox): Promise<void> {
  const { id: orgId } = await buildOrg({ database });
  const ids = Array.from({ length: webhookCount }, () => newId());
  const seal = (id: string, age: string) => box.seal(`${age} of ${id}`, webhookSecrets.contextOf([orgId, id]));
  const inboundIds = ids.slice(0, inboundCount);
  const inbound = inboundIds.map((id) => box.seal(`inbound ${id}`, inboundWebhookSecrets.contextOf([orgId, id])));
  await database.db.transaction(async (tx) => {
    await noteServiceSecrets(tx, box.fingerprints);
    await tx.query(sql`
      insert into webhooks (org_id, id, url, events, auth_type, secret, previous_secret)
      select ${orgId}, id, 'http://127.0.0.1:9/', '{item|create}', 'hmac', secret, nullif(previous, '')
      from unnest(${ids}::text[], ${ids.map((id) => seal(id, "secret"))}::bytea[],
        ${ids.map((id, index) => (index % 3 === 0 ? seal(id, "previous") : Buffer.alloc(0)))}::bytea[])
        as made (id, secret, previous)`);
    await tx.query(sql`
      insert into inbound_webhooks (org_id, id, name, secret)
      select ${orgId}, id, id, secret from unnest(${inboundIds}::text[], ${inbound}::bytea[]) as made (id, secret)`);
  });
}

async function openAll(box: SecretBox): Promise<Map<string, string>> {
  const opened = new Map<string, string>();
  for (const table of sealedTables) {
    const rows = await listSealedRows(database.db, table, { after: undefined, limit: webhookCount + 1 });
    for (const { key, column, sealed, context } of rows.flatMap((row) => sealedValuesOf(table, row))) {
      opened.set(`${table.table} ${key.join(" ")} ${column}`, box.open(sealed, context));
    }
  }
  return opened;
}

test("a rotation continues after each kill, and every value opens with the new secret alone", {
  timeout: torture.times(600_000),
}, async () => {
  // The second pass finds that all values are rotated.
  const passes = 2;
  const progress = async () => {
    const rotation = await findRotation(database.db);
    return rotation === undefined ? 0 : (rotation.pass - 1 + rotation.read_count / rotation.row_count) / passes;
  };

  const run = await killRepeatedly(["admin", "secrets", "rotate"], {
    env: environmentWith(next, old),
    torture,
    kills: killsWanted,
    progress,
  });
  const status = await runWeft(["admin", "secrets", "status"], { env: environmentWith(next) });
  const node = await startNode({ env: environmentWith(next) });
  const stopped = await node.end("SIGTERM");

  expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("You can now remove the former secrets") });
  expect(await openAll(new SecretBox([next]))).toEqual(expected);
  expect(expected.size).toBe(webhookCount + Math.ceil(webhookCount / 3) + inboundCount);
  expect(status.stdout).toContain(`inbound_webhooks: ${inboundCount} current, 0 former, 0 unreadable`);
  expect(stopped).toBe(0);
  torture.verdict(`killed ${run.kills} times; ${expected.size} values open with the new secret alone, none was lost`);
});
