import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shareTestService, type TestService } from "../../testing/test-service.ts";
import { byFederatedId, load, rows } from "../testing/loading.ts";

let service: TestService;

const items = { loadType: ["ITEM"] };

beforeAll(async () => {
  service = await shareTestService();
  const types = [
    {
      typePath: "item:shoe",
      properties: [
        { slug: "weight", label: "Weight", propertyType: "number" },
        { slug: "vegan", label: "Vegan", propertyType: "boolean" },
        { slug: "last", label: "Last", propertyType: "number", level: "family" },
      ],
    },
    {
      typePath: "item:sole",
      mode: "strict",
      properties: [{ slug: "grip", label: "Grip", propertyType: "number" }],
    },
    { typePath: "color:pantone", properties: [{ slug: "page", label: "Page", propertyType: "number" }] },
  ];
  for (const body of types) {
    await service.call("POST", "/entity-types", { body });
  }
});

afterAll(() => service.stop());

async function createItem(federatedId: string, typePath: string, fields: object = {}): Promise<string> {
  const { body } = await service.call("POST", "/items", {
    body: { federatedId, name: federatedId, typePath, ...fields },
  });
  return body.id;
}

describe("a row without a typePath is read as the type of the stored item", () => {
  test("so an update of a described subtype needs no typePath", async () => {
    await createItem("SH1", "item:shoe");

    const loaded = await load(service, rows("itemFamilyFederatedId,name,weight,vegan", "SH1,Boot,830,false"), items);

    expect(loaded).toMatchObject({ status: "completed", warnings: 0, counts: { item: { updated: 1 } } });
    expect(await byFederatedId(service, "items", "SH1")).toMatchObject({
      typePath: "item:shoe",
      name: "Boot",
      weight: 830,
      vegan: false,
    });
  });

  test("and rows of several types are read each as its own", async () => {
    await createItem("SH2", "item:shoe");
    await createItem("SO2", "item:sole");

    const csv = rows("itemFamilyFederatedId,name,weight,grip", "SH2,Boot,830,", "SO2,Sole,,3", "NEW2,Lace,12,");
    const loaded = await load(service, csv, items);

    expect(loaded.status).toBe("completed");
    expect(await byFederatedId(service, "items", "SH2")).toMatchObject({ weight: 830 });
    expect(await byFederatedId(service, "items", "SO2")).toMatchObject({ typePath: "item:sole", grip: 3 });
    expect(await byFederatedId(service, "items", "NEW2")).toMatchObject({ typePath: "item", weight: "12" });
  });

  test("a new option has the type of its stored family", async () => {
    await createItem("SH3", "item:shoe");

    const csv = rows(
      "itemFamilyFederatedId,itemOptionFederatedId,name,optionName,weight,last",
      "SH3,SH3-R,Boot,Red,820,41",
    );
    const loaded = await load(service, csv, items);

    expect(loaded).toMatchObject({ status: "completed", errors: 0 });
    expect(await byFederatedId(service, "items", "SH3")).toMatchObject({ last: 41 });
    expect(await byFederatedId(service, "items", "SH3-R")).toMatchObject({ typePath: "item:shoe", weight: 820 });
  });

  test("a family and its option may have different types", async () => {
    const itemFamilyId = await createItem("SH4", "item:shoe");
    await createItem("SH4-S", "item:sole", { itemFamilyId, optionName: "Sole" });

    const csv = rows(
      "itemFamilyFederatedId,itemOptionFederatedId,name,optionName,grip,last",
      "SH4,SH4-S,Boot,Sole,7,42",
    );
    const loaded = await load(service, csv, items);

    expect(loaded).toMatchObject({ status: "completed", errors: 0 });
    expect(await byFederatedId(service, "items", "SH4")).toMatchObject({ last: 42 });
    expect(await byFederatedId(service, "items", "SH4-S")).toMatchObject({ typePath: "item:sole", grip: 7 });
  });

  test("colors have subtypes too, given in the file or stored", async () => {
    const csv = rows("federatedId,name,hex,typePath,page", "PMS-1,Rhodamine,e10098,color:pantone,12");
    const first = await load(service, csv, { loadType: ["COLOR"] });
    const second = await load(service, rows("federatedId,name,hex,page", "PMS-1,Rhodamine,e10098,13"), {
      loadType: ["COLOR"],
    });

    expect([first.status, second.status]).toEqual(["completed", "completed"]);
    expect(await byFederatedId(service, "colors", "PMS-1")).toMatchObject({ typePath: "color:pantone", page: 13 });
  });
});

describe("the warning for an unknown column says", () => {
  test.each([
    [
      "item:shoe",
      'The types of this load have no property "weigth". It is stored on the item as an undefined property.',
      "tall",
    ],
    [
      "item:sole",
      'The types of this load have no property "weigth". The column is dropped, because the type item:sole is strict.',
      undefined,
    ],
  ])("what happens to it on %s", async (typePath, message, stored) => {
    const id = `U-${typePath}`;
    const loaded = await load(service, rows("itemFamilyFederatedId,name,typePath,weigth", `${id},U,${typePath},tall`), {
      ...items,
    });

    expect(loaded.issues).toEqual([
      {
        columnName: "weigth",
        issueType: "HEADER_MISMATCH",
        severity: "warning",
        message,
        suggestion: `Did you mean "weight"? Define the property on ${typePath}, or add the column to propertiesToRemove.`,
      },
    ]);
    expect((await byFederatedId(service, "items", id)).weigth).toBe(stored);
  });
});
