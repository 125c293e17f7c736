import type { Right } from "@weft/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildKey, buildOrg, firstOrg } from "../../testing/builders.ts";
import { shareTestService, type TestService } from "../../testing/test-service.ts";
import { byFederatedId, ended, load, messagesIn, rows, upload } from "../testing/loading.ts";

let service: TestService;
let parka: string;

const header = "itemFamilyFederatedId,name,picture";
const items = { loadType: ["ITEM"] };

beforeAll(async () => {
  service = await shareTestService();
  const properties = [{ slug: "picture", label: "Picture", propertyType: "image" }];
  await service.call("PUT", "/entity-types/item", { body: { properties } });
  await upload(service, "an earlier picture", "P-100.jpg");
  parka = await upload(service, "pixels", "P-100.jpg");
});

afterAll(() => service.stop());

test.each([
  ["its id", () => parka],
  ["its file name", () => "P-100.jpg"],
  ["its file name in other letters", () => "p-100.JPG"],
  ["a path on another machine", () => "C:\\photos\\P-100.jpg"],
  ["a path", () => "photos/2026/P-100.jpg"],
  ["its content URL", () => `${service.address}/api/files/${parka}/content`],
  ["its thumbnail URL", () => `${service.address}/api/files/${parka}/thumbnail?size=240`],
])("a cell names the newest picture by %s", async (title, cell) => {
  const process = await load(service, rows(header, `${title},Parka,${cell()}`), items);

  expect(messagesIn(process)).toEqual([]);
  expect(await byFederatedId(service, "items", title)).toMatchObject({ picture: parka });
});

test("a picture that was not uploaded is a warning that names it, and the item keeps its picture", async () => {
  await load(service, rows(header, "K,Parka,P-100.jpg"), items);

  const process = await load(service, rows(header, "K,Parka II,P-999.jpg"), items);

  expect(process).toMatchObject({ status: "completed", warnings: 1, errors: 0 });
  expect(process.issues).toMatchObject([
    {
      ...{ rowNumber: 2, columnName: "picture", severity: "warning", data: "P-999.jpg" },
      message: "picture refers to P-999.jpg, but there is no file with that name or id.",
      suggestion: "Upload that file first, or correct the cell; until then the property keeps its value.",
    },
  ]);
  expect(await byFederatedId(service, "items", "K")).toMatchObject({ name: "Parka II", picture: parka });
});

test("a file whose upload is not complete is not a picture yet", async () => {
  await service.call("POST", "/files?fileName=begun.jpg&size=10");

  const process = await load(service, rows(header, "B,Parka,begun.jpg"), items);

  expect(process).toMatchObject({ status: "completed", warnings: 1 });
});

test("a picture of another organization is not found", async () => {
  const org = await buildOrg(service, "neighbor");
  const { headers } = await buildKey(service, org);
  const theirs = await service.call("POST", "/files?fileName=theirs.jpg", { headers, body: { pixels: 1 } });

  const process = await load(service, rows(header, "O,Parka,theirs.jpg"), items);

  expect(theirs).toMatchObject({ status: 201, body: { fileName: "theirs.jpg", status: "completed" } });
  expect(process).toMatchObject({ status: "completed", warnings: 1 });
});

test("a caller that may not read file names cannot find pictures by them", async () => {
  const file: Right = { verbs: ["read"], typePath: "file", fields: ["downloadUrl", "status", "contentType"] };
  const loading: Right = { verbs: ["read", "create"], typePath: "loader-process" };
  const writing: Right = { verbs: ["read", "create", "update"], typePath: "item:*" };
  const { headers } = await buildKey(service, await firstOrg(service), { rights: [file, loading, writing] });
  const fileLocation = await upload(service, rows(header, "R1,First,P-100.jpg", `R2,Second,${parka}`));

  const { body } = await service.call("POST", "/loader-processes", { headers, body: { ...items, fileLocation } });
  const process = await ended(service, body.id);

  expect(messagesIn(process)).toEqual(["picture refers to P-100.jpg, but there is no file with that name or id."]);
  expect(await byFederatedId(service, "items", "R2")).toMatchObject({ picture: parka });
});
