import { afterAll, beforeAll, expect, test } from "vitest";
import { buildUser } from "../../testing/builders.ts";
import { startTestService, type TestService } from "../../testing/test-service.ts";
import { signIn } from "../testing/sign-in.ts";
import { buildAuditWorld } from "./testing/audit-world.ts";
import { verifyAuditLog } from "./verify-audit-log.ts";

let service: TestService;
let beside: TestService;

beforeAll(async () => {
  service = await startTestService({ DATABASE_POOL: "16", WEFT_OUTBOUND_ALLOW: "127.0.0.1/32" });
  beside = await startTestService({ DATABASE_POOL: "16", WEFT_OUTBOUND_ALLOW: "127.0.0.1/32" }, service);
});

afterAll(async () => {
  await beside.stop();
  await service.stop();
});

const writesAtOnce = 16;
const signInsAtOnce = 8;
const webhook = { url: "http://127.0.0.1:9/hook", events: ["audit|user.create", "item|*"], auth: { type: "none" } };

test("parallel administrative writes and entity writes on two nodes neither deadlock nor leave a gap", async () => {
  const world = await buildAuditWorld(service);
  const user = await buildUser(service, world.org);
  const role = (await world.call("POST", "/roles", { name: "buyer", rights: [] })).body;
  const call = (index: number, method: string, path: string, body: object) =>
    (index % 2 === 0 ? service : beside).call(method, path, { headers: world.key.headers, body });
  // Kinds with and without history, kinds that lock the feed before their rows, and entities.
  const writes = Array.from({ length: writesAtOnce }, (_, index) => [
    () => call(index, "POST", "/users", { email: `u${index}@users.example`, role: "viewer" }),
    () => call(index, "PUT", `/roles/${role.id}`, { rights: [{ verbs: ["read"], typePath: `item:t${index}` }] }),
    () => call(index, "PUT", "/org", { name: `Org ${index}` }),
    () => call(index, "POST", "/webhooks", webhook),
    () => call(index, "PUT", `/users/${user.id}`, { name: `Name ${index}` }),
    () => call(index, "POST", "/items", { name: `Item ${index}` }),
  ]).flat();

  const users = await Promise.all(Array.from({ length: signInsAtOnce }, () => buildUser(service, world.org)));
  const signIns = users.map((each, index) => () => signIn(index % 2 === 0 ? service : beside, world.org, each));

  const answers = await Promise.all([...writes, ...signIns].map((write) => write()));

  expect(answers.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
  const log = await world.log();
  expect(log.map(({ sequence }) => sequence).reverse()).toEqual(log.map((_entry, index) => index + 1));
  const count = (action: string) => log.filter((entry) => entry.action === action).length;
  expect(["user.create", "webhook.create", "session.sign-in"].map(count)).toEqual([
    writesAtOnce,
    writesAtOnce,
    signInsAtOnce,
  ]);
  expect((await verifyAuditLog(service.database.db, world.org.id))?.errors).toEqual([]);
}, 60_000);
