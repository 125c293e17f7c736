import assert from "node:assert";
import type { Right } from "@weft/contract";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { arbitraryRight } from "./testing/arbitrary-right.ts";
import { buildFailedLoad } from "./testing/build-failed-load.ts";
import { type BuiltKey, buildKey, buildOrg, firstOrg } from "./testing/builders.ts";
import { keyHeaders, startTestService, type TestAnswer, type TestService } from "./testing/test-service.ts";
import { beginTorture } from "./testing/torture.ts";
import { type Known, visibleWords } from "./testing/visible-words.ts";

const torture = beginTorture("rights");
let service: TestService;
let stranger: BuiltKey;
let world: readonly Known[];
let file: Known;
let load: Known;
let filesOfLoad: readonly Known[];
let projects: readonly string[];
/** By the project: the publish of its assortment. */
const publishes = new Map<string, string>();

const fields = ["fabric", "margin"] as const;

beforeAll(async () => {
  service = await startTestService();
  stranger = await buildKey(service, await buildOrg(service));
  const searchable = fields.map((slug) => ({ slug, label: slug, propertyType: "string", searchable: true }));
  for (const type of ["item", "project-item", "color", "assortment", "assortment-item"]) {
    await service.call("PUT", `/entity-types/${type}`, { body: { properties: searchable } });
  }
  const created = await Promise.all(["one", "two"].map((name) => post("/projects", { name })));
  projects = created.map(({ id }) => id);
  world = await buildWorld();
  file = await buildFile();
  [load, ...filesOfLoad] = await buildLoad();
});

afterAll(() => service.stop());

async function post(path: string, body: object) {
  const answer = await service.call("POST", path, { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

async function buildWorld(): Promise<Known[]> {
  const known: Known[] = [];
  const add = async (path: string, fixed: Record<string, string>, ofProject?: string) => {
    const number = known.length;
    const words = Object.fromEntries(fields.map((slug) => [slug, `word${number}${slug}`]));
    const federatedId = `own-${number}`;
    const body = await post(`/${path}`, { name: `name ${number}`, federatedId, ...fixed, ...words });
    // A past with words of its own.
    const { id, entityType, typePath, projectId = ofProject } = body;
    await service.call("PUT", `/${path}/${id}`, {
      body: { margin: `word${number}margin`, again: `word${number}again` },
    });
    known.push({
      path,
      id,
      entityType,
      typePath,
      projectId,
      federatedId,
      words: { ...words, again: `word${number}again` },
    });
    return id;
  };
  const [familyId, otherId] = [
    await add("items", { typePath: "item:shoe" }),
    await add("items", { typePath: "item:shirt" }),
  ];
  await add("items", { typePath: "item:shoe", itemFamilyId: familyId });
  await add("items", { typePath: "item:shirt", itemFamilyId: otherId });
  for (const projectId of projects) {
    await add("project-items", { projectId, itemId: familyId });
    await add("project-items", { projectId, itemId: otherId });
  }
  await add("colors", { hex: "336699" });
  for (const projectId of projects) {
    const { rootWorkspaceId: workspaceId } = (await service.call("GET", `/projects/${projectId}`)).body;
    const assortmentId = await add("assortments", { workspaceId });
    await add("assortment-items", { assortmentId, itemId: familyId }, projectId);
    await add("assortment-items", { assortmentId, itemId: otherId }, projectId);
    const { body } = await service.call("POST", `/assortments/${assortmentId}/publish`);
    publishes.set(projectId, `/assortments/${assortmentId}/history/${body.publishChangeId}`);
  }
  return known;
}

/** A word in its name, another in its bytes, which belong to whoever may read the link to them. */
async function buildFile(): Promise<Known> {
  const words = { fileName: "word99fabric", downloadUrl: "word99margin" };
  const headers = { ...keyHeaders(service.first), "content-type": "text/plain" };
  const path = `/files?fileName=${words.fileName}`;
  const { body } = await service.call("POST", path, { headers, body: words.downloadUrl });
  return {
    path: "files",
    id: body.id,
    entityType: "file",
    typePath: "file",
    projectId: undefined,
    federatedId: "",
    words,
  };
}

/** A word in its configuration, another in what it has to say; the files that it leaves say the same. */
async function buildLoad(): Promise<[Known, ...Known[]]> {
  const words = { federatedMappings: "word98fabric", issues: "word98margin" };
  const { federatedMappings: inConfiguration, issues: inCell } = words;
  const { id, fileIds } = await buildFailedLoad(service, { inConfiguration, inCell });
  const inFiles = { downloadUrl: `${inCell} ${inConfiguration}` };
  const known = (typePath: string, ofId: string, ofIt: Known["words"]) => ({
    ...file,
    id: ofId,
    typePath,
    words: ofIt,
  });
  expect(fileIds).toHaveLength(8);
  return [known("loader-process", id, words), ...fileIds.map((fileId) => known("file", fileId, inFiles))];
}

const json = (value: unknown) => encodeURIComponent(JSON.stringify(value));

/** Every way to read something. Whoever adds a reader to the product adds it here. */
const readers: Readonly<Record<string, (entity: Known) => string>> = {
  get: ({ path, id }) => `/${path}/${id}`,
  "get by federatedId": ({ path, federatedId }) => `/${path}/federated/${federatedId}`,
  "get with fields": ({ path, id }) => `/${path}/${id}?fields=fabric,margin,again`,
  "get with relations": ({ path, id }) => `/${path}/${id}?relations=createdBy${relationsOf(path)}`,
  "get as it was": ({ path, id }) => `/${path}/${id}?asOf=${new Date(Date.now() + 60_000).toISOString()}`,
  list: ({ path }) => `/${path}?includeTotal=true`,
  "list with relations": ({ path }) => `/${path}?relations=createdBy${relationsOf(path)}`,
  "list by a property": ({ path, words }) => `/${path}?includeTotal=true&criteria=${json({ margin: words["margin"] })}`,
  "list by a range": ({ path }) => `/${path}?criteria=${json({ margin: { gte: "word" } })}`,
  "list by parts": ({ path, words }) => `/${path}?criteria=${json({ fabric: { contains: words["fabric"] } })}`,
  "list by either": ({ path, words }) =>
    `/${path}?criteria=${json({ or: [{ again: words["again"] }, { name: "x" }] })}`,
  "list in order": ({ path }) => `/${path}?order=${json({ orderField: "margin", order: "desc" })}`,
  "list by words": ({ path, words }) => `/${path}?includeTotal=true&q=${words["margin"]}`,
  history: ({ entityType }) => `/change-history?limit=1000&criteria=${json({ entityType })}`,
  "history of one": ({ entityType, id }) =>
    `/change-history?criteria=${json({ entityReference: `${entityType}:${id}` })}`,
  "history by a changed field": () => `/change-history?criteria=${json({ changed: "margin" })}`,
  "history after a cursor": () => "/change-history?after=beginning&limit=1000",
  export: () => "/change-history/export",
  "publishes of an assortment": (entity) => publishOf(entity).replace(/\/[^/]+$/, ""),
  "a publish of an assortment": publishOf,
  "the baseline of an assortment": (entity) => `${publishOf(entity)}/baseline`,
  file: () => `/files/${file.id}`,
  "file's content": () => `/files/${file.id}/content`,
  files: () => "/files",
  load: () => `/loader-processes/${load.id}`,
  loads: () => "/loader-processes?includeTotal=true",
  "loads by their configuration": () =>
    `/loader-processes?includeTotal=true&criteria=${json({ federatedMappings: { contains: "word98" } })}`,
  "loads by their status": () => `/loader-processes?includeTotal=true&criteria=${json({ status: "failed" })}`,
  "issues of a load": () => `/files/${filesOfLoad[1]?.id}/content`,
  "a step of a load": () => `/files/${filesOfLoad.at(-1)?.id}/content`,
  "files by name": () => `/files?includeTotal=true&criteria=${json({ fileName: file.words["fileName"] })}`,
  "statistics of changes": () => "/statistics/changes?by=day",
  "statistics of loads": () => "/statistics/loads?by=day",
  "statistics of calls": () => "/statistics/rate?by=day",
};

function publishOf({ projectId = projects[0] ?? "" }: Known): string {
  return publishes.get(projectId) ?? "";
}

function relationsOf(path: string): string {
  return { items: ",itemFamily", "project-items": ",item,project", "assortment-items": ",item,assortment" }[path] ?? "";
}

function wordsIn(answer: TestAnswer): string[] {
  return [...new Set(JSON.stringify(answer.body).match(/word\d+(?:fabric|margin|again)/g) ?? [])];
}

function idsIn(answer: TestAnswer): string[] {
  return answer.body.results.map(({ id }: { id: string }) => id);
}

/**
 * What each reader answers the caller about each entity, by the path. Many readers ask the same about all entities, or
 * about all of a kind: that is asked once.
 */
async function askReaders(headers: Readonly<Record<string, string>>): Promise<Map<string, TestAnswer>> {
  const paths = new Set(world.flatMap((entity) => Object.values(readers).map((pathOf) => pathOf(entity))));
  const ahead = paths.values();
  const answers = new Map<string, TestAnswer>();
  const askNext = async () => {
    for (const path of ahead) {
      answers.set(path, await service.call("GET", path, { headers }));
    }
  };
  await Promise.all(Array.from({ length: 8 }, askNext));
  return answers;
}

/** The words that a caller has sent come back in refusals; that tells nothing. */
function shownIn(answer: TestAnswer): string[] {
  return answer.status < 300 ? wordsIn(answer) : [];
}

function requireNoLeak(answers: ReadonlyMap<string, TestAnswer>, rights: readonly Right[]): void {
  const visible = new Set(
    [...world, file, load, ...filesOfLoad].flatMap((known) => [...(visibleWords(rights, known) ?? [])]),
  );
  for (const [path, answer] of answers) {
    const leaked = shownIn(answer).filter((word) => !visible.has(word));
    expect(leaked, `${path} with ${JSON.stringify(rights)}`).toEqual([]);
  }
}

test("whatever the rights, every reader shows what they allow and nothing else", {
  timeout: torture.times(120_000),
}, async () => {
  const org = await firstOrg(service);

  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryRight(projects), { maxLength: 3 }), async (rights) => {
      const { headers } = await buildKey(service, org, { rights });
      const answers = await askReaders(headers);
      requireNoLeak(answers, rights);
      for (const entity of world) {
        const visible = visibleWords(rights, entity);
        const read = answers.get(`/${entity.path}/${entity.id}`);
        const listed = answers.get(`/${entity.path}?includeTotal=true`);
        assert(read !== undefined && listed !== undefined, "readers that were not asked");
        const readable = world.filter(
          (known) => known.path === entity.path && visibleWords(rights, known) !== undefined,
        );
        expect(read.status).toBe(visible === undefined ? 404 : 200);
        expect(new Set(wordsIn(read))).toEqual(visible ?? new Set());
        expect(idsIn(listed).toSorted()).toEqual(readable.map(({ id }) => id).toSorted());
        expect(listed.body.total).toBe(readable.length);
      }
    }),
    torture.runs(12),
  );
  const asked = `${Object.keys(readers).length} readers of ${world.length} entities`;
  torture.verdict(
    `${torture.times(12)} keys with rights of chance asked ${asked}; all that is theirs was shown, no more`,
  );
});

test("a file, its name and its bytes are shown to whoever may read them", async () => {
  const org = await firstOrg(service);
  const seenBy = async (fields: string[]) => {
    const { headers } = await buildKey(service, org, { rights: [{ verbs: ["read"], typePath: "file", fields }] });
    const answers = [`/files/${file.id}`, `/files/${file.id}/content`].map((path) =>
      service.call("GET", path, { headers }),
    );
    return (await Promise.all(answers)).flatMap(wordsIn);
  };

  expect(await seenBy(["fileName"])).toEqual(["word99fabric"]);
  expect(await seenBy(["downloadUrl"])).toEqual(["word99margin"]);
  expect(await seenBy(["size"])).toEqual([]);
});

test("nothing of an org is seen from another, by whichever reader", async () => {
  const ids = world.map(({ id }) => `"${id}"`);

  for (const [path, answer] of await askReaders(stranger.headers)) {
    const text = JSON.stringify(answer.body);

    expect(shownIn(answer), path).toEqual([]);
    expect(
      ids.filter((id) => text.includes(id)),
      path,
    ).toEqual([]);
  }
  torture.verdict(
    `nothing of ${world.length} entities was shown to another org by ${Object.keys(readers).length} readers`,
  );
});
