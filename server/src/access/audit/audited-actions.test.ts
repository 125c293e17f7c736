import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AuditAction, auditActions, auditedKinds, operations } from "@weft/contract";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  createKeyOfApp,
  createOrgBySlug,
  createUserWithPassword,
  resetPassword,
} from "../../commands/admin-actions.ts";
import { erase } from "../../commands/audit-actions.ts";
import { recordBackup, recordRestore } from "../../commands/backup-actions.ts";
import { eraseUserOfOrg } from "../../commands/erasure-actions.ts";
import { retryFailed } from "../../commands/job-actions.ts";
import { recordMove } from "../../commands/move-actions.ts";
import { release, rename, requestDeletionOfOrg, resume, suspend } from "../../commands/org-actions.ts";
import { exportToFile, importFromFile } from "../../commands/org-archive-actions.ts";
import { reset, rotate } from "../../commands/secret-actions.ts";
import { loadConfig } from "../../config/config.ts";
import { oneRow, sql } from "../../platform/database/sql.ts";
import { makeSigningSecret } from "../../platform/outbound/message-auth.ts";
import { sealedTables } from "../../sealed-tables.ts";
import { buildKey, buildUser } from "../../testing/builders.ts";
import { startTestService, type TestService, testPassword, testSecret } from "../../testing/test-service.ts";
import { listOrgs } from "../org-store.ts";
import { bearer, signIn, writingSessionOf } from "../testing/sign-in.ts";
import { isBulkExport } from "./audit-entry.ts";
import { type AuditWorld, buildAuditWorld } from "./testing/audit-world.ts";

let service: TestService;
let world: AuditWorld;
const printed: string[] = [];

beforeAll(async () => {
  service = await startTestService({ WEFT_OUTBOUND_ALLOW: "127.0.0.1/32" });
  vi.stubEnv("DATABASE_URL", service.database.connectionString);
  vi.stubEnv("WEFT_SECRET", testSecret);
  vi.spyOn(console, "log").mockImplementation((line: string) => void printed.push(line));
  await createOrgBySlug("audited", { name: "Audited" });
  const orgs = await listOrgs(service.database.db);
  world = await buildAuditWorld(service, oneRow(orgs.filter(({ slug }) => slug === "audited")));
});

afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await service.stop();
});

const secrets = {
  password: "a password nobody guesses 1",
  newPassword: "a password nobody guesses 2",
  clientSecret: "client-secret-of-the-provider",
  headerValue: "header-value-of-the-receiver",
  customHeader: "custom-header-value",
  query: "token-in-a-query",
  signingSecret: makeSigningSecret(),
};

const grant = { rights: [{ verbs: ["read"], typePath: "item" }] };
const receiver = {
  url: `http://127.0.0.1:9/hook?token=${secrets.query}`,
  events: ["item|create"],
  headers: { "x-custom": secrets.customHeader },
};

/** Bodies to create and to change an entity of each recorded kind. */
const samples: Readonly<Record<(typeof auditedKinds)[number], { plural: string; create: object; update: object }>> = {
  user: {
    plural: "users",
    create: { email: "sample@users.example", role: "viewer", password: secrets.password },
    update: { password: secrets.newPassword },
  },
  role: { plural: "roles", create: { name: "buyer", rights: [] }, update: grant },
  app: { plural: "apps", create: { name: "sample" }, update: { description: "changed" } },
  "api-key": { plural: "api-keys", create: { label: "a", preset: "read-only" }, update: { label: "b" } },
  "access-token": { plural: "access-tokens", create: { label: "a", preset: "read-only" }, update: { label: "b" } },
  webhook: {
    plural: "webhooks",
    create: { ...receiver, auth: { type: "header", name: "x-key", value: secrets.headerValue } },
    update: { auth: { type: "hmac", secret: secrets.signingSecret } },
  },
  "inbound-webhook": { plural: "inbound-webhooks", create: { name: "shop" }, update: { description: "changed" } },
};

/** Values of responses that are shown only once. */
const shownOnce: string[] = [];

function keepSecrets(body: Readonly<Record<string, unknown>>): void {
  const members = ["apiKey", "accessToken", "secret", "csrfToken"];
  shownOnce.push(...members.flatMap((name) => (typeof body[name] === "string" ? [body[name]] : [])));
}

async function changeEveryKind(): Promise<void> {
  for (const kind of auditedKinds) {
    const { plural, create, update } = samples[kind];
    const created = await world.call("POST", `/${plural}`, create);
    keepSecrets(created.body);
    const path = `/${plural}/${created.body.id}`;
    expect([kind, (await world.call("PUT", path, update)).status]).toEqual([kind, 200]);
    if (kind === "webhook" || kind === "inbound-webhook") {
      keepSecrets((await world.call("POST", `${path}/rotate`, {})).body);
    }
    if (kind === "api-key") {
      keepSecrets((await world.call("POST", `${path}/rotate`, { overlapSeconds: 60 })).body);
      await world.call("POST", `${path}/revoke`);
    }
    expect([kind, (await world.call("DELETE", path)).status]).toEqual([kind, 204]);
  }
}

/** As an owner: only owners change single sign-on. */
async function changeOrg(): Promise<void> {
  const owner = await buildUser(service, world.org, { role: "owner" });
  const headers = bearer(await signIn(service, world.org, owner));
  const sso = { issuer: "http://127.0.0.1:9", clientId: "weft", clientSecret: secrets.clientSecret };
  expect((await service.call("PUT", "/org", { headers, body: { name: "Renamed", sso } })).status).toBe(200);
}

async function signInAndOut(): Promise<void> {
  const user = await buildUser(service, world.org, { role: "editor" });
  const session = await signIn(service, world.org, user, { grant: "session" });
  const token = await signIn(service, world.org, user);
  keepSecrets(session.body);
  keepSecrets(token.body);
  await signIn(service, world.org, user, { password: "not the password" });
  await service.call("GET", "/users", { headers: bearer(token) });
  await service.call("POST", "/logout", { headers: writingSessionOf(session) });
  await world.call("PUT", `/users/${user.id}`, { isActive: false });
}

async function actAsOperator(): Promise<void> {
  await createUserWithPassword("operated@users.example", { org: "audited", role: "viewer" });
  await resetPassword("operated@users.example", { org: "audited" });
  await createKeyOfApp({ org: "audited", app: "operated", preset: "read-only", label: "a" });
  await recordBackup(loadConfig());
  await recordRestore(loadConfig(), new Date().toISOString());
  await recordMove(loadConfig());
  await rotate({}, sealedTables);
  await reset({ yes: true });
  await retryJob();
  await erase({ org: "audited", value: "198.51.100.1" });
  await eraseUserOfOrg("operated@users.example", { org: "audited", confirm: "operated@users.example" });
  await suspend("audited", { reason: "Unpaid." });
  await requestDeletionOfOrg("audited", { waitDays: 7, confirm: "audited" });
  await resume("audited");
  await rename("audited", "audited-2");
  await rename("audited-2", "audited");
  await release("audited", "audited-2");
  await exportAndImport();
}

async function retryJob(): Promise<void> {
  await service.database.db.query(sql`
    insert into jobs (org_id, id, task, payload, attempts)
    values (${world.org.id}, 'failed', 'a-task-of-no-node', '{}'::jsonb, 25)`);
  await retryFailed(["failed"]);
}

/** The copy of the organization has the entry of its import. */
async function exportAndImport(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "weft-audited-"));
  vi.stubEnv("DATA_DIR", folder);
  vi.spyOn(console, "error").mockImplementation(() => {});
  await exportToFile("audited", join(folder, "audited.tar.gz"));
  await importFromFile(join(folder, "audited.tar.gz"), { slug: "audited-copy", newIds: true });
  await rm(folder, { recursive: true, force: true });
}

/** The actions in the log of the copy. */
async function actionsOfCopy(): Promise<string[]> {
  const rows = await service.database.db.query<{ action: string }>(sql`
    select action from audit_entries e join orgs o on o.id = e.org_id where o.slug = 'audited-copy'`);
  return rows.map(({ action }) => action);
}

async function takeOver(): Promise<void> {
  const tasks = [{ name: "wait", action: "external" }];
  const { body } = await world.call("POST", "/event-workflows", { name: "Approve", triggers: ["manual|audit"], tasks });
  const other = await buildKey(service, world.org);
  const taken = await service.call("POST", `/event-workflows/${body.id}/take-over`, { headers: other.headers });
  expect(taken.status).toBe(200);
}

async function restart(): Promise<void> {
  const tasks = [{ name: "note", action: "script", config: { code: "return {};" } }];
  await world.call("POST", "/event-workflows", { name: "Note", triggers: ["manual|note"], tasks });
  const { body: process } = await world.call("POST", "/event-workflow-requests/synchronous/", {
    triggerKey: "manual|note",
  });
  const { body: whole } = await world.call("GET", `/event-workflow-processes/${process.id}?relations=tasks`);
  const fromTaskId = whole.tasks[0].id;
  await world.call("POST", `/event-workflow-processes/${process.id}/restart`, { fromTaskId, output: { noted: true } });
}

test("every action of the contract is recorded, and no entry holds a secret", async () => {
  await changeEveryKind();
  await changeOrg();
  await signInAndOut();
  await world.call("GET", "/change-history/export");
  await takeOver();
  await restart();
  const { body: item } = await world.call("POST", "/items", { name: "Parka" });
  await world.call("DELETE", `/items/${item.id}?purge=true`);
  await actAsOperator();

  const recorded = new Set([...(await world.actions()), ...(await actionsOfCopy())]);
  expect(auditActions.filter((action) => !recorded.has(action))).toEqual([]);
  const text = JSON.stringify(await world.log());
  const kept = [...Object.values(secrets), ...shownOnce, testPassword, "not the password", testSecret];
  const operatorSecrets = printed.flatMap((line) => line.match(/(?<=(?:password|api key) {2})\S+/g) ?? []);
  expect(shownOnce.length).toBeGreaterThan(6);
  expect(operatorSecrets.length).toBe(3);
  expect([...kept, ...operatorSecrets].filter((secret) => text.includes(secret))).toEqual([]);
});

test.each<[AuditAction, object]>([
  [
    "sign-on.update",
    { after: { sso: { clientId: "weft", hasClientSecret: true }, secretsChanged: ["sso.clientSecret"] } },
  ],
  ["org.update", { before: { name: "Audited" }, after: { name: "Renamed" } }],
  ["role.update", { before: { rights: [] }, after: grant }],
  ["webhook.create", { after: { url: "http://127.0.0.1:9/hook", headers: ["x-custom"] } }],
  ["webhook.rotate", { target: { type: "webhook" } }],
  ["session.end", { after: { sessions: 0, tokens: 1 } }],
  ["access.refused", { outcome: "denied", target: { type: "user" }, after: { operation: "list-users", status: 404 } }],
  ["export.download", { target: { type: "change-history" }, after: { operation: "export-changes" } }],
  ["backup.create", { actor: { type: "operator" } }],
  ["database.move", { actor: { type: "operator" }, target: { type: "database" } }],
  ["org.suspend", { actor: { type: "operator" }, after: { isSuspended: true, reason: "Unpaid." } }],
  ["org.resume", { before: { isDeletionRequested: true }, after: { isSuspended: false } }],
  ["org.request-deletion", { after: { dueOn: expect.any(String) } }],
  ["org.rename", { before: { slug: "audited-2" }, after: { slug: "audited" } }],
  ["org.release-slug", { before: { slug: "audited-2" } }],
  ["job.retry", { actor: { type: "operator" }, target: { type: "job", id: "failed" } }],
  ["org.export", { actor: { type: "operator" }, target: { type: "org" } }],
  ["workflow.take-over", { before: { ownerType: "key" }, after: { ownerType: "key" } }],
  [
    "workflow.restart",
    { target: { type: "event-workflow-process" }, after: { fromTaskName: "note", isCorrected: true } },
  ],
])("the entry of %s describes the action", async (action, entry) => {
  expect((await world.log({ action }))[0]).toMatchObject(entry);
});

test("a password set by an administrator is recorded as changed", async () => {
  const entries = await world.log({ action: "user.update" });

  expect(entries.map(({ after }) => after.secretsChanged)).toContainEqual(["password"]);
});

test("the operator's actions record the operator", async () => {
  const entries = await world.log({ action: "api-key.create" });

  expect(entries[0]).toMatchObject({ actor: { type: "operator" }, origin: { userAgent: "weft admin" } });
  expect(entries[0].actor.name).not.toBe("");
});

test("the erasure of a user keeps the name of the operator", async () => {
  const [entry] = await world.log({ action: "user.erase" });

  expect(entry.actor).toMatchObject({ type: "operator", name: expect.stringMatching(/./) });
});

test("all streamed operations count as bulk exports", () => {
  expect(operations.filter(isBulkExport).map(({ id }) => id)).toEqual([
    "read-assortment-baseline",
    "export-changes",
    "export-audit-log",
  ]);
});

test("reading and writing entities adds no audit entries", async () => {
  const key = await buildKey(service, world.org);
  const before = (await world.log()).length;

  const item = await service.call("POST", "/items", { headers: key.headers, body: { name: "Parka" } });
  await service.call("GET", `/items/${item.body.id}`, { headers: key.headers });
  await service.call("GET", "/items/AP6U2ixwAP6U2ixw", { headers: key.headers });

  expect(await world.log()).toHaveLength(before);
});
