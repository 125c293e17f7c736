import type { Right } from "@weft/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildKey, firstOrg } from "../../testing/builders.ts";
import { shareTestService, type TestService } from "../../testing/test-service.ts";
import { download, load, rows, upload } from "../testing/loading.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

const header = "itemFamilyFederatedId,name,price";
const items = { loadType: ["ITEM"] };
const loading: Right = { verbs: ["read", "create", "update", "delete"], typePath: "loader-process" };
const files: Right = { verbs: ["read", "create"], typePath: "file" };

async function keyWith(...rights: readonly Right[]) {
  return (await buildKey(service, await firstOrg(service), { rights })).headers;
}

test.each(["fileLocation", "loaderConfigurationId"])("%s of a file that may not be read is rejected", async (name) => {
  const headers = await keyWith(loading, { verbs: ["create", "update"], typePath: "item:*" });
  const id = await upload(service, name === "fileLocation" ? rows(header, "A,A,1") : "loadType: [ITEM]");

  const answer = await service.call("POST", "/loader-processes", { headers, body: { ...items, [name]: id } });

  expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: `#/${name}` }] } });
  expect(answer.body.detail).toContain("no file");
});

test("a load writes with the rights of the caller that started it: a denied write is an error", async () => {
  const headers = await keyWith(loading, files, { verbs: ["read"], typePath: "item:*" });
  const fileLocation = await upload(service, rows(header, "B,B,1"));

  const { body } = await service.call("POST", "/loader-processes", { headers, body: { ...items, fileLocation } });
  const ended = await service.call("GET", `/loader-processes/${body.id}?wait=30`, { headers });

  expect(ended.body).toMatchObject({ status: "failed", failureArea: "VALIDATING_DATA", errors: 1 });
  expect(ended.body.counts).toMatchObject({ item: { created: 0, failed: 1 } });
});

test("a plan shows nothing that its creator may not read", async () => {
  await load(service, rows(header, "C,C,secret"), items);
  const readable: Right = { verbs: ["read"], typePath: "item:*", fields: ["name"] };
  const headers = await keyWith(loading, files, readable, { verbs: ["create", "update"], typePath: "item:*" });
  const fileLocation = await upload(service, rows(header, "C,C II,open"));

  const request = { ...items, fileLocation, dryRun: true };
  const { body } = await service.call("POST", "/loader-processes", { headers, body: request });
  const ended = await service.call("GET", `/loader-processes/${body.id}?wait=30`, { headers });

  const plan = await download(service, ended.body.planFileId);
  expect(JSON.parse(plan).changes).toEqual({ name: ["C", "C II"], price: [null, "open"] });
});

test("a key sees only the readable fields of a load", async () => {
  const { id } = await load(service, rows(header, "D,D,1"), items);
  const headers = await keyWith({ verbs: ["read"], typePath: "loader-process", fields: ["status"] });

  const read = await service.call("GET", `/loader-processes/${id}`, { headers });
  const listed = await service.call("GET", "/loader-processes", { headers });

  const shown = "createdById,createdOn,entityType,id,status,typePath,updatedOn,version";
  expect(Object.keys(read.body).sort().join()).toBe(shown);
  expect(Object.keys(listed.body.results[0]).sort().join()).toBe(shown);
});

test.each([
  ["read", "GET", ""],
  ["cancel", "POST", "/cancel"],
  ["undo", "POST", "/undo"],
  ["forget", "DELETE", ""],
])("a caller that may not read loads cannot %s one, and does not learn that it exists", async (_, method, path) => {
  const { id } = await load(service, rows(header, "E,E,1"), items);

  const answer = await service.call(method, `/loader-processes/${id}${path}`, { headers: await keyWith(files) });

  expect(answer).toMatchObject({ status: 404, body: { code: "not-found" } });
});

test("a caller that may only read loads cannot start, cancel, undo or delete one", async () => {
  const { id } = await load(service, rows(header, "F,F,1"), items);
  const headers = await keyWith({ verbs: ["read"], typePath: "loader-process" });

  const answers = await Promise.all([
    service.call("POST", "/loader-processes", { headers, body: items }),
    service.call("POST", `/loader-processes/${id}/cancel`, { headers }),
    service.call("POST", `/loader-processes/${id}/undo`, { headers }),
    service.call("DELETE", `/loader-processes/${id}`, { headers }),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
});

test("a dry run of a load deletion deletes nothing", async () => {
  const { id } = await load(service, rows(header, "G,G,1"), items);

  const dryRunResult = await service.call("DELETE", `/loader-processes/${id}?dryRun=true`);

  expect(dryRunResult.status).toBe(204);
  expect((await service.call("GET", `/loader-processes/${id}`)).status).toBe(200);
});
