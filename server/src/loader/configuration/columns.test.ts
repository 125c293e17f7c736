import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shareTestService, type TestService } from "../../testing/test-service.ts";
import { byFederatedId, load, messagesIn, rows, start, upload } from "../testing/loading.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

const items = { loadType: ["ITEM"] };
const header = "itemFamilyFederatedId,name";

/** The columns after each step, and the first row's values, from a sample run. */
async function look(csv: string, configuration: object) {
  const fileLocation = await upload(service, csv);
  const { body } = await start(service, { ...items, fileLocation, dryRun: true, sampleRows: 5, ...configuration });
  return {
    ...body,
    after: (step: number): Record<string, unknown> => {
      const { columns, rows: sampled } = body.samples[step - 1];
      return Object.fromEntries(columns.map((name: string, index: number) => [name, sampled[0].values[index]]));
    },
  };
}

describe("federatedMappings", () => {
  test("copy a column into a new one, set a literal on every row, and keep the originals", async () => {
    await load(service, rows("Style,Title,Colour", "M1,Parka,Red", "M2,Cape,Blue"), {
      ...items,
      federatedMappings: { itemFamilyFederatedId: "Style", name: "Title", brand: "Acme" },
    });

    const [first, second] = [await byFederatedId(service, "items", "M1"), await byFederatedId(service, "items", "M2")];
    expect(first).toMatchObject({ name: "Parka", brand: "Acme", Style: "M1", Title: "Parka", Colour: "Red" });
    expect(second).toMatchObject({ name: "Cape", brand: "Acme", Style: "M2", Colour: "Blue" });
  });

  test("copy the same column into several", async () => {
    const { after } = await look(rows("Style", "M3"), {
      federatedMappings: { itemFamilyFederatedId: "Style", name: "Style" },
    });

    expect(after(2)).toEqual({ Style: "M3", itemFamilyFederatedId: "M3", name: "M3" });
  });

  test("do not overwrite a column of the file, with one warning", async () => {
    const { issues, after } = await look(rows(`${header},Title`, "M4,Parka,Cape"), {
      federatedMappings: { name: "Title" },
    });

    expect(after(2)).toMatchObject({ name: "Parka", Title: "Cape" });
    const ofName = issues.filter(({ columnName }: { columnName: string }) => columnName === "name");
    expect(ofName).toMatchObject([{ issueType: "CONFIG", severity: "warning" }]);
  });

  test("count as required columns of a load, also with a literal", async () => {
    const process = await load(service, rows("Style", "M5"), {
      ...items,
      federatedMappings: { itemFamilyFederatedId: "Style", name: "Untitled" },
    });

    expect(process.status).toBe("completed");
    expect((await byFederatedId(service, "items", "M5")).name).toBe("Untitled");
  });

  test("that misspell a column cause a warning", async () => {
    const { issues } = await look(rows("itemFamilyFederatedId,Style Name", "M6,Parka"), {
      federatedMappings: { name: "Style_Name" },
    });

    expect(issues).toMatchObject([
      { columnName: "name", severity: "warning", suggestion: expect.stringContaining("Style Name") },
      {},
    ]);
  });

  test("run before conditionalColumns, which read their results", async () => {
    const { after } = await look(rows("Style,Title", "M7,Parka"), {
      federatedMappings: { itemFamilyFederatedId: "Style", brand: "Acme" },
      conditionalColumns: [{ toProperty: "name", default: "{brand} {Title}" }],
    });

    expect(after(2)).not.toHaveProperty("name");
    expect(after(5)).toMatchObject({ name: "Acme Parka" });
  });

  test.each([
    ["a number", { federatedMappings: { name: 5 } }, "#/federatedMappings/name"],
    ["a list", { federatedMappings: ["name"] }, "#/federatedMappings"],
    ["an empty target", { federatedMappings: { "": "Title" } }, "#/federatedMappings/"],
  ])("with %s are rejected", async (_, body, pointer) => {
    const answer = await start(service, { ...items, ...body });

    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });
});

describe("propertiesToRemove", () => {
  test("removes columns in step 3, after the mappings and before labels, conditions and warnings", async () => {
    const { after, issues, warnings } = await look(rows(`${header},Internal,Style`, "R1,Parka,secret,S-1"), {
      federatedMappings: { style: "Style" },
      propertiesToRemove: ["Internal", "Style", "style"],
      conditionalColumns: [{ toProperty: "note", default: "made" }],
    });

    expect(after(2)).toMatchObject({ Internal: "secret", style: "S-1" });
    expect(after(3)).toEqual({ itemFamilyFederatedId: "R1", name: "Parka" });
    expect(after(6)).toEqual({ itemFamilyFederatedId: "R1", name: "Parka", note: "made" });
    expect([warnings, issues[0].columnName]).toEqual([1, "note"]);
  });

  test("does not change stored values, like an absent column", async () => {
    await load(service, rows(`${header},season`, "R2,Parka,FW"), items);

    await load(service, rows(`${header},season`, "R2,Parka,"), { ...items, propertiesToRemove: ["season"] });

    expect((await byFederatedId(service, "items", "R2")).season).toBe("FW");
  });

  test("of a required column fails the load before anything is written", async () => {
    const process = await load(service, rows(header, "R3,Parka"), { ...items, propertiesToRemove: ["name"] });

    expect(process).toMatchObject({ status: "failed", failureArea: "VALIDATING_DATA" });
    expect(process.issues).toMatchObject([{ issueType: "CONFIG", columnName: "name" }]);
  });

  test("of an unknown column is a warning with the closest name", async () => {
    const { issues } = await look(rows(`${header},Season`, "R4,Parka,FW"), { propertiesToRemove: ["Seson"] });

    expect(issues[0]).toMatchObject({ severity: "warning", suggestion: expect.stringContaining('"Season"') });
  });
});

describe("labels and options", () => {
  test("a label is matched in any case, a slug exactly, and the old header stays readable", async () => {
    await service.call("PUT", "/entity-types/item", {
      body: {
        properties: [
          { slug: "fabric", label: "Main Fabric", propertyType: "string" },
          { slug: "Weight", label: "Weight in g", propertyType: "number" },
        ],
      },
    });

    const process = await load(service, rows(`${header},MAIN fabric,weight in G`, "L1,Parka,Wool,120"), {
      ...items,
      conditionalColumns: [{ toProperty: "note", default: "{MAIN fabric} or {fabric}" }],
    });

    expect(await byFederatedId(service, "items", "L1")).toMatchObject({
      fabric: "Wool",
      Weight: 120,
      note: "Wool or Wool",
    });
    expect(messagesIn(process)).toEqual([expect.stringContaining('"note"')]);
  });

  test("a slug in another case is not a slug", async () => {
    const process = await load(service, rows(`${header},weight`, "L2,Parka,120"), items);

    const item = await byFederatedId(service, "items", "L2");
    expect(item).toMatchObject({ weight: "120" });
    expect(item).not.toHaveProperty("Weight");
    expect(process.issues).toMatchObject([{ issueType: "HEADER_MISMATCH", columnName: "weight" }]);
  });
});
