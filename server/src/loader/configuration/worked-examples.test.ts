import { afterAll, beforeAll, expect, test } from "vitest";
import { shareTestService, type TestService } from "../../testing/test-service.ts";
import { all, byFederatedId, load, rows } from "../testing/loading.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(async () => {
  await service.stop();
});

const lineConfiguration = {
  loadType: ["ITEM"],
  federatedMappings: {
    itemFamilyFederatedId: "Style",
    itemOptionFederatedId: "SKU",
    name: "Style Name",
    optionName: "Colour",
  },
  conditionalColumns: [
    { toProperty: "typePath", default: "item:product" },
    { toProperty: "optionGroup", default: "color" },
  ],
};

test("example 1: one family, two options; loaded again with another name, the family is renamed", async () => {
  const first = await load(
    service,
    rows("Style,SKU,Style Name,Colour", "P10,P10-R,Parka,Red", "P10,P10-B,Parka,Blue"),
    lineConfiguration,
  );

  const items = await all(service, "items");
  const family = items.find(({ federatedId }) => federatedId === "P10");
  expect(first).toMatchObject({ status: "completed", failureArea: "NONE", errors: 0 });
  expect(first.counts).toEqual({ item: { created: 3, updated: 0, unchanged: 0, deleted: 0, failed: 0 } });
  expect(items.map(({ federatedId, name, roles, optionName }) => [federatedId, name, roles, optionName])).toEqual(
    expect.arrayContaining([
      ["P10", "Parka", ["family"], undefined],
      ["P10-R", "Parka", ["option"], "Red"],
      ["P10-B", "Parka", ["option"], "Blue"],
    ]),
  );
  expect(new Set(items.map(({ itemFamilyId }) => itemFamilyId))).toEqual(new Set([family.id]));
  expect(new Set(items.map(({ typePath }) => typePath))).toEqual(new Set(["item:product"]));

  const second = await load(
    service,
    rows("Style,SKU,Style Name,Colour", "P10,P10-R,Parka II,Red", "P10,P10-B,Parka II,Blue"),
    lineConfiguration,
  );

  const after = await all(service, "items");
  expect(second.counts.item).toMatchObject({ created: 0, failed: 0 });
  expect(after.map(({ id }) => id).sort()).toEqual(items.map(({ id }) => id).sort());
  expect(after.find(({ id }) => id === family.id).name).toBe("Parka II");
});

test("example 2: a row without an option is a family only", async () => {
  const process = await load(service, rows("Style,SKU,Style Name,Colour", "P11,,Vest,"), lineConfiguration);

  const items = await all(service, "items");
  expect(process.counts.item).toMatchObject({ created: 1 });
  expect(items.filter(({ name }) => name === "Vest").map(({ federatedId, roles }) => [federatedId, roles])).toEqual([
    ["P11", ["family"]],
  ]);
});

test("example 3: one row without a family id, and nothing of the file is written", async () => {
  const process = await load(
    service,
    rows("Style,SKU,Style Name,Colour", "P12,P12-R,Cape,Red", ",P13-R,Shawl,Red"),
    lineConfiguration,
  );

  expect(process).toMatchObject({ status: "failed", failureArea: "VALIDATING_DATA", errors: 1 });
  expect(process.issues.filter(({ severity }: { severity: string }) => severity === "error")).toMatchObject([
    { rowNumber: 3, columnName: "itemFamilyFederatedId", issueType: "MISSING_DATA" },
  ]);
  expect(await byFederatedId(service, "items", "P12")).toBeUndefined();
});

test("example 4: a mapping that names no column sets its value on every row", async () => {
  await load(service, rows("itemFamilyFederatedId,name", "P20,Hat", "P21,Cap"), {
    loadType: ["ITEM"],
    federatedMappings: { brand: "Acme" },
  });

  expect((await byFederatedId(service, "items", "P20")).brand).toBe("Acme");
  expect((await byFederatedId(service, "items", "P21")).brand).toBe("Acme");
});

test("example 5: the first matching condition wins", async () => {
  await load(service, rows("itemFamilyFederatedId,name,qty", "P30,A,500", "P31,B,50", "P32,C,5"), {
    loadType: ["ITEM"],
    conditionalColumns: [
      {
        toProperty: "size",
        conditions: [
          { conditional: "{qty} > 100", value: "bulk" },
          { conditional: "{qty} > 10", value: "mid" },
        ],
        default: "small",
      },
    ],
  });

  const sizes = await Promise.all(["P30", "P31", "P32"].map((id) => byFederatedId(service, "items", id)));
  expect(sizes.map(({ size }) => size)).toEqual(["bulk", "mid", "small"]);
});

test("example 6: an empty cell clears, an absent column changes nothing", async () => {
  const configuration = { loadType: ["ITEM"] };
  await load(service, rows("itemFamilyFederatedId,name,season", "P40,Coat,FW"), configuration);

  await load(service, rows("itemFamilyFederatedId,name", "P40,Coat"), configuration);
  const kept = await byFederatedId(service, "items", "P40");
  await load(service, rows("itemFamilyFederatedId,name,season", "P40,Coat,"), configuration);
  const cleared = await byFederatedId(service, "items", "P40");

  expect(kept.season).toBe("FW");
  expect(cleared.season).toBeUndefined();
});

test("example 7: a full assortment load adds, updates, keeps and removes members, and publishes once", async () => {
  const project = (await service.call("POST", "/projects", { body: { name: "Fall" } })).body;
  const assortment = (
    await service.call("POST", "/assortments", {
      body: { name: "Core", workspaceId: project.rootWorkspaceId, identifier: "core" },
    })
  ).body;
  const configuration = {
    loadType: ["ITEM", "PROJECT_ITEM", "ASSORTMENT"],
    assortmentSplit: { fieldToSplitOn: "line", values: [{ value: "core", assortmentIdentifier: "core" }] },
  };
  await service.call("PUT", "/entity-types/assortment-item", {
    body: { properties: [{ slug: "rank", label: "Rank", propertyType: "number" }] },
  });
  const header = "itemFamilyFederatedId,name,line,rank";
  await load(service, rows(header, "A,A,core,1", "B,B,core,2", "C,C,core,3"), configuration);

  const process = await load(service, rows(header, "A,A,core,9", "B,B,core,2", "D,D,core,4"), configuration);

  const members = await all(service, "assortment-items");
  const history = (await service.call("GET", `/assortments/${assortment.id}/history`)).body.results;
  const itemIds = await Promise.all(["A", "B", "D"].map(async (id) => (await byFederatedId(service, "items", id)).id));
  expect(process).toMatchObject({ status: "completed" });
  expect(process.counts["assortment-item"]).toEqual({ created: 1, updated: 1, unchanged: 1, deleted: 1, failed: 0 });
  expect(process.counts["project-item"]).toMatchObject({ created: 1, unchanged: 2 });
  expect(members.map(({ itemId, rank }) => [itemId, rank]).sort()).toEqual(
    [
      [itemIds[0], 9],
      [itemIds[1], 2],
      [itemIds[2], 4],
    ].sort(),
  );
  expect(history).toHaveLength(2);
  expect(history[0]).toMatchObject({ adds: 1, updates: 1, deletes: 1 });
});

test("example 8: colors by hex, by channels, and by hex if the channels are incomplete", async () => {
  const process = await load(
    service,
    rows("federatedId,name,hex,red,green,blue", "c1,Steel,#336699,,,", "c2,Black,,0,0,0", "c3,White,ffffff,255,,"),
    { loadType: ["COLOR"] },
  );

  expect(process).toMatchObject({ status: "completed" });
  const colors = await Promise.all(["c1", "c2", "c3"].map((id) => byFederatedId(service, "colors", id)));
  expect(colors.map(({ hex }) => hex)).toEqual(["336699", "000000", "ffffff"]);
});
