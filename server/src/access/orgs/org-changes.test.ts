import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildEntityWorld, type EntityWorld } from "../../entities/testing/entity-world.ts";
import { type BuiltKey, buildOwnerKey } from "../../testing/builders.ts";
import { shareTestService, type TestService } from "../../testing/test-service.ts";
import { errorsOf, problem } from "../testing/problem.ts";

let service: TestService;
let world: EntityWorld;
let owner: BuiltKey;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

beforeEach(async () => {
  world = await buildEntityWorld(service);
  owner = await buildOwnerKey(service, world.org);
});

const sso = { issuer: "https://login.example", clientId: "weft", clientSecret: "kept to ourselves" };
const put = (body: unknown, query = "") => world.call("PUT", `/org${query}`, { body, key: owner });
const get = () => world.call("GET", "/org");

describe("an org that is sent back as it was read", () => {
  test("is unchanged, with its client secret", async () => {
    await put({ name: "Acme", sso, retention: { item: 30, role: 1 } });
    const { body: read } = await get();

    const answer = await put(read);
    const ignored = await put({
      ...read,
      slug: "other",
      entityType: 7,
      typePath: 7,
      createdById: 7,
      updatedOn: "soon",
    });

    expect(read).toMatchObject({ sso: { hasClientSecret: true }, version: 2 });
    expect([answer.body, ignored.body]).toEqual([read, read]);
  });

  test("accepts a change in it", async () => {
    await put({ sso });
    const { body: read } = await get();

    const answer = await put({ ...read, sso: { ...read.sso, defaultRole: "viewer" } });

    expect(answer.body).toMatchObject({ version: 3, sso: { hasClientSecret: true, defaultRole: "viewer" } });
  });

  test("must not have another id, or an older version", async () => {
    const { body: read } = await get();

    const other = await put({ id: "0123456789abcdef", name: "Acme" });
    await put({ name: "Acme" });
    const stale = await put(read);

    expect(errorsOf(other)).toEqual(["#/id invalid-value"]);
    expect(stale).toMatchObject(problem("version-mismatch", { currentVersion: 2 }));
  });
});

test.each([
  ["nothing", {}],
  ["its own name", { name: "Acme" }],
  ["one of several retentions", { retention: { item: 30 } }],
  ["the removal of a retention that it has not", { retention: { color: null } }],
  ["the same provider without its secret", { sso: { issuer: sso.issuer, clientId: sso.clientId } }],
])("a change to %s keeps the version and records nothing", async (_name, body) => {
  await put({ name: "Acme", sso, retention: { item: 30, role: 1 } });

  const answer = await put(body);

  expect(answer.body).toMatchObject({ version: 2, sso: { hasClientSecret: true }, retention: { item: 30, role: 1 } });
  expect(await world.changes()).toHaveLength(1);
});

test("the history of an org records changes, and never a secret", async () => {
  await put({ name: "Acme", sso });
  await put({ sso: { ...sso, clientSecret: "another secret" } });
  await put({ retention: { item: 30 } });

  const changes = await world.changes();

  const { issuer, clientId } = sso;
  const rules = { emailDomains: [], isRequired: false };
  const shown = { issuer, clientId, hasClientSecret: true, defaultRole: null, ...rules };
  expect(changes).toMatchObject(
    [2, 3, 4].map((version) => ({
      entity_type: "org",
      entity_id: world.org.id,
      action: "update",
      entity_version: version,
      source: "api",
    })),
  );
  expect(changes.map(({ diffs }) => diffs)).toEqual([
    { name: [world.org.name, "Acme"], sso: [null, shown] },
    {},
    { retention: [{}, { item: 30 }] },
  ]);
  expect(JSON.stringify(changes)).not.toContain("another secret");
  expect(JSON.stringify(changes)).not.toContain(sso.clientSecret);
});

test("the history of an org is read by administrators only", async () => {
  await put({ name: "Acme" });
  const reader = await world.keyWith({ preset: "read-only" });

  const mine = await world.call("GET", "/change-history?entityType=org");
  const theirs = await world.call("GET", "/change-history?entityType=org", { key: reader });

  expect(mine.body.results).toMatchObject([{ entityReference: `org:${world.org.id}`, action: "update" }]);
  expect(theirs.body.results ?? []).toEqual([]);
});

test("a dry run of an org's change returns the result, and changes and records nothing", async () => {
  const { body: before } = await get();

  const answer = await put({ name: "Acme", sso }, "?dryRun=true");

  expect(answer.body).toMatchObject({ name: "Acme", sso: { hasClientSecret: true }, version: 2 });
  expect((await get()).body).toEqual(before);
  expect(await world.changes()).toEqual([]);
});

test("a matching If-None-Match returns the org without a body", async () => {
  const answer = await world.call("GET", "/org", { headers: { "if-none-match": '"1"' } });

  expect(answer).toMatchObject({ status: 304, body: "" });
});

test.each(["POST", "DELETE"])("%s of the org is not allowed, and the response lists what is", async (method) => {
  const answer = await world.call(method, "/org", { body: {} });

  expect(answer).toMatchObject(problem("method-not-allowed"));
  expect(answer.headers.get("allow")).toBe("GET, HEAD, PUT, PATCH");
});

test("an org and its types can change at the same moment", async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      index % 2 === 0
        ? put({ name: `Acme ${index}` })
        : world.call("POST", "/entity-types", { body: { typePath: `item:type${index}` } }),
    ),
  );

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]));
});
