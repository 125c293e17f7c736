import { loadTypeCombinations, loadTypes } from "@weft/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shareTestService, type TestService } from "../../testing/test-service.ts";
import {
  all,
  buildAssortments,
  byFederatedId,
  ended,
  load,
  messagesIn,
  rows,
  start,
  upload,
} from "../testing/loading.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareTestService();
  await buildAssortments(service, "fall", "core");
});

afterAll(() => service.stop());

const split = { fieldToSplitOn: "line", values: [{ value: "core", assortmentIdentifier: "core" }] };

describe("all combinations of the specification load", () => {
  test.each([
    [["ITEM"], { item: 2 }],
    [["ITEM", "PROJECT_ITEM"], { item: 2, "project-item": 2 }],
    [["ITEM", "PROJECT_ITEM", "ASSORTMENT"], { item: 2, "project-item": 2, "assortment-item": 1 }],
    [["ITEM", "ASSORTMENT"], { item: 2, "assortment-item": 1 }],
    [["ASSORTMENT", "ITEM"], { item: 2, "assortment-item": 1 }],
  ])("%j", async (loadType, created) => {
    const key = loadType.join("");
    const process = await load(
      service,
      rows(
        "itemFamilyFederatedId,itemOptionFederatedId,name,optionName,line",
        `${key},${key}-R,Coat of ${key},Red,core`,
      ),
      {
        loadType,
        ...(loadType.includes("PROJECT_ITEM") ? { workspaceIdentifier: "fall" } : {}),
        ...(loadType.includes("ASSORTMENT") ? { assortmentSplit: split, partialAssortmentUpdate: true } : {}),
      },
    );

    expect(process).toMatchObject({ status: "completed", failureArea: "NONE", errors: 0, loadType });
    const counts = Object.entries(process.counts).map(([entityType, one]) => [entityType, Object(one).created]);
    expect(Object.fromEntries(counts)).toEqual(created);
  });

  test("COLOR: six digits, with or without #; complete RGB wins over hex, with a warning if they differ", async () => {
    const process = await load(
      service,
      rows(
        "federatedId,name,hex,red,green,blue",
        "a,Steel,#336699,,,",
        "b,Black,ffffff,0,0,0",
        "c,Same,000000,0,0,0",
        "d,Falls back,ABCDEF,1,,",
      ),
      { loadType: ["COLOR"] },
    );

    const colors = await Promise.all(["a", "b", "c", "d"].map((id) => byFederatedId(service, "colors", id)));
    expect(colors.map(({ hex, red }) => [hex, red])).toEqual([
      ["336699", 51],
      ["000000", 0],
      ["000000", 0],
      ["abcdef", 171],
    ]);
    expect(process.counts.color).toEqual({ created: 4, updated: 0, unchanged: 0, deleted: 0, failed: 0 });
    expect(process.issues).toMatchObject([{ rowNumber: 3, severity: "warning" }]);
  });

  test("COLOR: neither form, a channel over 255 and five digits are errors", async () => {
    const process = await load(
      service,
      rows(
        "federatedId,name,hex,red,green,blue",
        "e,None,,1,2,",
        "f,Over,,1,2,256",
        "g,Five,12345,,,",
        "h,Good,123456,,,",
      ),
      { loadType: ["COLOR"] },
    );

    const types = process.issues.map(({ issueType }: { issueType: string }) => issueType);
    expect(process).toMatchObject({ status: "failed", failureArea: "VALIDATING_DATA" });
    expect(types).toEqual(["MISSING_DATA", "INVALID_DATA", "INVALID_DATA"]);
    expect(await byFederatedId(service, "colors", "h")).toBeUndefined();
  });

  test("CUSTOM_ENTITY: the federatedId defaults to the name, and is prefixed with the typePath once", async () => {
    const process = await load(
      service,
      rows("federatedId,name,country", "s1,Mill,IT", ",Weaver,PT", "custom-entity:supplier:s3,Dyer,ES"),
      {
        loadType: ["CUSTOM_ENTITY"],
        conditionalColumns: [{ toProperty: "typePath", default: "custom-entity:supplier" }],
      },
    );

    const suppliers = await all(service, "custom-entities");
    expect(process).toMatchObject({ status: "completed", counts: { "custom-entity": { created: 3 } } });
    expect(suppliers.map(({ federatedId, country }) => [federatedId, country])).toEqual([
      ["custom-entity:supplier:s1", "IT"],
      ["custom-entity:supplier:Weaver", "PT"],
      ["custom-entity:supplier:s3", "ES"],
    ]);
  });

  test("CUSTOM_ENTITY: a load has one type", async () => {
    const process = await load(
      service,
      rows("federatedId,name,typePath", "t1,Mill,custom-entity:mill", "t2,Port,custom-entity:port"),
      { loadType: ["CUSTOM_ENTITY"] },
    );

    expect(process.issues).toMatchObject([{ rowNumber: 3, columnName: "typePath", severity: "error" }]);
  });

  test("SIZE_RANGE_TEMPLATE: a comma-separated list is parsed into sizes, and an empty one is an error", async () => {
    const header = "federatedId,name,sizeRange";
    const good = await load(service, rows(header, 'alpha,Alpha,"S, M,L"'), { loadType: ["SIZE_RANGE_TEMPLATE"] });
    const bad = await load(service, rows(header, "none,None,"), { loadType: ["SIZE_RANGE_TEMPLATE"] });

    const template = await byFederatedId(service, "size-range-templates", "alpha");
    expect(good.counts).toMatchObject({ "size-range-template": { created: 1 } });
    expect(template.sizeRange).toEqual({ sizes: ["S", "M", "L"] });
    expect(bad).toMatchObject({ status: "failed", issues: [{ rowNumber: 2, columnName: "sizeRange" }] });
  });
});

describe("every other combination is rejected, and the error lists the legal ones", () => {
  const legal = new Set(loadTypeCombinations.map((combination) => [...combination].sort().join()));
  const subsets = Array.from({ length: 2 ** loadTypes.length - 1 }, (_, bits) =>
    loadTypes.filter((_one, index) => ((bits + 1) >> index) & 1),
  );
  const illegal = subsets.filter((subset) => !legal.has([...subset].sort().join()));

  test(`all ${illegal.length} of them`, async () => {
    const fileLocation = await upload(service, rows("itemFamilyFederatedId,name", "x,y"));

    const answers = await Promise.all(
      illegal.map((loadType) => start(service, { loadType, fileLocation, dryRun: true, sampleRows: 1 })),
    );

    expect(illegal).toHaveLength(56);
    for (const { body } of answers) {
      expect(body).toMatchObject({ status: "failed", failureArea: "VALIDATING_DATA" });
      expect(body.issues).toMatchObject([{ issueType: "CONFIG", severity: "error" }]);
      for (const combination of loadTypeCombinations) {
        expect(body.issues[0].message).toContain(`[${combination.join(", ")}]`);
      }
    }
  });

  test("a type named twice", async () => {
    const process = await load(service, rows("itemFamilyFederatedId,name", "x,y"), { loadType: ["ITEM", "ITEM"] });

    expect(messagesIn(process)).toEqual(["loadType contains ITEM twice."]);
  });

  test.each([
    ["ASSORTMENT without assortmentSplit", ["ITEM", "ASSORTMENT"], "assortmentSplit"],
    ["PROJECT_ITEM without a project", ["ITEM", "PROJECT_ITEM"], "project"],
  ])("%s", async (_, loadType, word) => {
    const process = await load(service, rows("itemFamilyFederatedId,name", "z,z"), { loadType });

    expect(process).toMatchObject({ status: "failed", failureArea: "VALIDATING_DATA", counts: {} });
    expect(process.issues).toMatchObject([{ issueType: "CONFIG", message: expect.stringContaining(word) }]);
    expect(await byFederatedId(service, "items", "z")).toBeUndefined();
  });
});

describe("fileLocation", () => {
  test("names the file to read, and the load stores its effective configuration", async () => {
    const fileLocation = await upload(service, rows("itemFamilyFederatedId,name", "file-1,Scarf"));

    const started = await start(service, { loadType: ["ITEM"], fileLocation });
    const process = await ended(service, started.body.id);

    expect(process).toMatchObject({ status: "completed", fileLocation, loadType: ["ITEM"] });
    expect((await byFederatedId(service, "items", "file-1")).name).toBe("Scarf");
  });

  test("of an incomplete upload is rejected", async () => {
    const { body } = await service.call("POST", "/files?fileName=large.csv&size=100");

    const answer = await start(service, { loadType: ["ITEM"], fileLocation: body.id });

    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: "#/fileLocation" }] } });
  });

  test("of a deleted file prevents its plan from being applied", async () => {
    const request = { loadType: ["ITEM"], dryRun: true };
    const dry = await load(service, rows("itemFamilyFederatedId,name", "file-2,Scarf"), request);
    await service.call("DELETE", `/files/${dry.fileLocation}`);

    const applied = await start(service, { applyPlanOf: dry.id });

    expect(applied).toMatchObject({ status: 409, body: { detail: expect.stringContaining("file") } });
  });
});
