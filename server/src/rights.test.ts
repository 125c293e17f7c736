import assert from "node:assert";
import { entityKinds, operations, type Right } from "@weft/contract";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { postMcp } from "./mcp/testing/mcp-client.ts";
import { arbitraryRight } from "./testing/arbitrary-right.ts";
import {
  type BuiltKey,
  buildAssistant,
  buildKey,
  buildOrg,
  buildUser,
  firstOrg,
  uniqueName,
} from "./testing/builders.ts";
import { listOf, type Reader, readersByMargin, readersOfEntity } from "./testing/entity-readers.ts";
import { buildRightsFixture, entityFields, type RightsFixture, wordPattern } from "./testing/rights-fixture.ts";
import { shareTestService, type TestAnswer, type TestService } from "./testing/test-service.ts";
import { beginTorture } from "./testing/torture.ts";
import { type Known, mayDo, visibleTexts } from "./testing/visible-texts.ts";

const torture = beginTorture("rights");
let service: TestService;
let stranger: BuiltKey;
let fixture: RightsFixture;
let entities: readonly Known[];
let fields: readonly string[];
let steps = 0;

beforeAll(async () => {
  service = await shareTestService();
  stranger = await buildKey(service, await buildOrg(service));
  fixture = await buildRightsFixture(service);
  entities = fixture.known.filter(({ kind }) => entityKinds.some(({ name }) => name === kind));
  fields = [...new Set(fixture.known.flatMap(({ words }) => Object.keys(words)))];
});

afterAll(() => service.stop());

/** Every operation that reads, for everything in the fixture that it applies to. */
function readersOfContract(): string[] {
  const reading = operations.filter(
    ({ method, access }) => method === "GET" && (access === "any" || access === "task"),
  );
  return reading.flatMap(({ id, path }) => {
    const paths = pathsFor(path);
    assert(paths.length > 0, `${id}: the fixture has nothing to read at ${path}`);
    return paths;
  });
}

function pathsFor(path: string): string[] {
  if (!path.includes("{")) {
    return [path.startsWith("/statistics/") ? `${path}?by=day` : path];
  }
  if (path.includes("{changeId}")) {
    const ending = path.slice(path.indexOf("{changeId}") + "{changeId}".length);
    return [...fixture.publishes.values()].map((publish) => publish + ending);
  }
  if (path.startsWith("/change-sets/")) {
    return [...fixture.changeSets];
  }
  const filled = fixture.known
    .filter((known) => path.startsWith(`/${known.path}/`))
    .map(({ id, federatedId = "" }) => path.replace("{id}", id).replace("{federatedId}", federatedId));
  return [...filled, path.replace("{name}", fixture.consumer)].filter((one) => !one.includes("{"));
}

/** The responses of all readers, by path. Readers with the same request for several entities run once. */
async function askReaders(headers: Readonly<Record<string, string>>): Promise<Map<string, TestAnswer>> {
  const ofEntities = entities.flatMap((entity) => Object.values(readersOfEntity).map((reader) => reader(entity)));
  const readers = new Map([...readersOfContract(), ...ofEntities].map((reader) => [keyOf(reader), reader]));
  const ahead = readers.entries();
  const answers = new Map<string, TestAnswer>();
  const askNext = async () => {
    for (const [key, reader] of ahead) {
      answers.set(key, await ask(reader, headers));
      steps += 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, askNext));
  return answers;
}

function keyOf(reader: Reader): string {
  return typeof reader === "string" ? reader : JSON.stringify(reader);
}

function ask(reader: Reader, headers: Readonly<Record<string, string>>): Promise<TestAnswer> {
  if (typeof reader === "string") {
    return service.call("GET", reader, { headers });
  }
  const params = { name: reader.tool, arguments: reader.args };
  return postMcp(service, { jsonrpc: "2.0", id: 1, method: "tools/call", params }, headers);
}

/** Only successful responses: an error repeats the caller's own words, which reveals nothing. */
function wordsIn(answer: TestAnswer): string[] {
  const text = JSON.stringify(answer.body ?? "");
  return answer.status < 300 ? [...new Set(text.match(wordPattern) ?? [])] : [];
}

function requireNoLeak(answers: ReadonlyMap<string, TestAnswer>, rights: readonly Right[]): void {
  const visible = new Set(fixture.known.flatMap((known) => [...(visibleTexts(rights, known) ?? [])]));
  for (const [path, answer] of answers) {
    const leaked = wordsIn(answer).filter((word) => !visible.has(word));
    expect(leaked, `${path} with ${JSON.stringify(rights)}`).toEqual([]);
    expect(answer.status, path).toBeLessThan(500);
  }
}

/** Fails if an entity, or what refers to it, is found by a value that is hidden. */
function requireNoneByHidden(answers: ReadonlyMap<string, TestAnswer>, rights: readonly Right[]): void {
  for (const entity of entities.filter((one) => !visibleTexts(rights, one)?.has(one.words["margin"] ?? ""))) {
    for (const [name, reader] of Object.entries(readersByMargin)) {
      const { body } = answers.get(reader(entity)) ?? {};
      expect(body.results ?? [], `${name} with ${JSON.stringify(rights)}`).toEqual([]);
    }
  }
}

/** Fails if anything that the rights grant is missing. */
function requireAllShown(answers: ReadonlyMap<string, TestAnswer>, rights: readonly Right[]): void {
  for (const entity of entities) {
    const visible = visibleTexts(rights, entity);
    const read = answers.get(`/${entity.path}/${entity.id}`);
    const listed = answers.get(listOf(entity));
    const counted = answers.get(`/${entity.path}/aggregate`);
    assert(read !== undefined && listed !== undefined && counted !== undefined, "readers that were not asked");
    const readable = entities.filter(
      (other) => other.path === entity.path && visibleTexts(rights, other) !== undefined,
    );
    // A project comes with a root workspace, which the fixture does not list.
    const expected = readable.map(({ id }) => id);
    const found: string[] = listed.body.results.map(({ id }: { id: string }) => id);
    expect(read.status).toBe(visible === undefined ? 404 : 200);
    expect(new Set(wordsIn(read))).toEqual(visible ?? new Set());
    expect(expected.filter((id) => !found.includes(id))).toEqual([]);
    expect(counted.body.results[0].count).toBe(listed.body.total);
    if (entity.path !== "workspaces") {
      expect(found.length).toBe(expected.length);
      expect(listed.body.total).toBe(expected.length);
    }
  }
}

/** As dry runs, so that the fixture stays unchanged. */
async function tryWrites(headers: Readonly<Record<string, string>>, rights: readonly Right[]): Promise<void> {
  for (const known of entities) {
    const { path, id, typePath, federatedId } = known;
    const call = (method: string, suffix: string, body?: object) =>
      service.call(method, `/${path}${suffix}?dryRun=true`, { headers, ...(body === undefined ? {} : { body }) });
    const update = await call("PUT", `/${id}`, { fabric: "other" });
    const put = await call("PUT", `/federated/${federatedId}`, { fabric: "other" });
    const remove = await call("DELETE", `/${id}`);
    const create = await call("POST", "", { typePath, name: "New", fabric: "other" });
    steps += 4;
    requireChange(known, rights, { update, put, remove });
    requireCreate(known, rights, create);
  }
}

function requireChange(
  known: Known,
  rights: readonly Right[],
  answers: Record<"update" | "put" | "remove", TestAnswer>,
) {
  const { update, put, remove } = answers;
  const what = `${known.path}/${known.id} with ${JSON.stringify(rights)}`;
  const isReadable = mayDo(rights, "read", known);
  const mayUpdate = isReadable && mayDo(rights, "update", known, "fabric");
  const refusal = isReadable ? 403 : 404;
  expect(update.status, `update ${what}`).toBe(mayUpdate ? 200 : refusal);
  expect(put.status < 300, `upsert ${what}: ${put.status}`).toBe(mayUpdate);
  if (!isReadable || !mayDo(rights, "delete", known)) {
    expect(remove.status, `delete ${what}`).toBe(refusal);
  }
}

function requireCreate(known: Known, rights: readonly Right[], create: TestAnswer) {
  const mayCreate = (slug?: string) =>
    rights.some((right) => mayDo([right], "create", { ...known, projectId: right.projectId }, slug));
  // A caller who may create the kind gets validation errors of the body before the error for a denied field.
  if (!mayCreate("fabric")) {
    const what = `create ${known.path} with ${JSON.stringify(rights)}`;
    expect(create.status, what).toBeGreaterThanOrEqual(mayCreate() ? 400 : 403);
  }
}

test("for any rights, every reader and writer allows exactly what they grant", {
  timeout: torture.times(240_000),
}, async () => {
  const org = await firstOrg(service);

  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryRight(fixture.projects, fields), { maxLength: 3 }), async (rights) => {
      const { headers } = await buildKey(service, org, { rights });
      const answers = await askReaders(headers);
      requireNoLeak(answers, rights);
      requireNoneByHidden(answers, rights);
      requireAllShown(answers, rights);
      await tryWrites(headers, rights);
    }),
    torture.runs(3, 1),
  );
  torture.verdict(
    `${torture.times(3, 1)} keys with random rights, ${steps} steps: all that is theirs was shown, 0 leaks`,
  );
});

test("for any role, an assistant that may read is shown what the role may read, and changes nothing", {
  timeout: torture.times(240_000),
}, async () => {
  const org = await firstOrg(service);

  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryRight(fixture.projects, fields), { maxLength: 3 }), async (rights) => {
      const role = `role-${uniqueName()}`;
      const created = await service.call("POST", "/roles", { body: { name: role, rights } });
      expect(created.status, JSON.stringify(created.body)).toBe(201);
      const user = await buildUser(service, org, { role, password: null });
      const headers = await buildAssistant(service, org, { user, scope: "read" });
      const readable = rights
        .filter(({ verbs }) => verbs.includes("read"))
        .map((right): Right => ({ ...right, verbs: ["read"] }));
      const answers = await askReaders(headers);
      requireNoLeak(answers, readable);
      requireNoneByHidden(answers, readable);
      requireAllShown(answers, readable);
      await tryWrites(headers, readable);
    }),
    torture.runs(2, 1),
  );
});

test("a right on a project shows and changes nothing else", async () => {
  const [projectId] = fixture.projects;
  assert(projectId !== undefined, "a fixture without projects");
  const rights: Right[] = [{ verbs: ["read", "update"], typePath: "*", projectId }];
  const { headers } = await buildKey(service, await firstOrg(service), { rights });

  const listed = await service.call("GET", "/items", { headers });
  const projects = await service.call("GET", "/projects", { headers });
  const [item] = entities;
  const update = await service.call("PUT", `/items/${item?.id}`, { headers, body: { cost: 1 } });
  const rename = await service.call("PUT", `/projects/${fixture.projects[1]}`, { headers, body: { name: "Mine" } });

  expect(listed.body.results).toEqual([]);
  expect(projects.body.results.map(({ id }: { id: string }) => id)).toEqual([projectId]);
  expect([update.status, rename.status]).toEqual([404, 404]);
});

test("no reader shows anything of an org to another", async () => {
  const ids = entities.map(({ id }) => `"${id}"`);

  for (const [path, answer] of await askReaders(stranger.headers)) {
    const text = JSON.stringify(answer.body);

    expect(wordsIn(answer), path).toEqual([]);
    expect(
      ids.filter((id) => text.includes(id)),
      path,
    ).toEqual([]);
  }
  torture.verdict(`nothing of ${fixture.known.length} entities was shown to another org, ${steps} steps in all`);
});

test("a file, its name and its bytes are shown to callers who may read them", async () => {
  const org = await firstOrg(service);
  const file = fixture.known.find(({ words }) => words["fileName"] === "word99fabric");
  const seenBy = async (some: string[]) => {
    const { headers } = await buildKey(service, org, { rights: [{ verbs: ["read"], typePath: "file", fields: some }] });
    const answers = [`/files/${file?.id}`, `/files/${file?.id}/content`].map((path) =>
      service.call("GET", path, { headers }),
    );
    return (await Promise.all(answers)).flatMap(wordsIn);
  };

  expect(await seenBy(["fileName"])).toEqual(["word99fabric"]);
  expect(await seenBy(["downloadUrl"])).toEqual(["word99margin"]);
  expect(await seenBy(["size"])).toEqual([]);
});

test("the fixture has an entity of every kind with fields to hide", () => {
  expect(entityFields.filter((slug) => !fields.includes(slug))).toEqual([]);
  expect(new Set(entities.map(({ kind }) => kind)).size).toBe(entityKinds.length);
});
