import { afterAll, beforeAll, expect, test } from "vitest";
import { shareTestService, type TestService } from "../../testing/test-service.ts";
import { byFederatedId, load, messagesIn, rows } from "../testing/loading.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

const csv = rows("Style,SKU,Title,Colour", "LM1,LM1-R,Parka,Red", "LM1,LM1-B,Parka,Blue");
const mappings = { itemFamilyFederatedId: "Style", itemOptionFederatedId: "SKU", name: "Title", optionName: "Colour" };

test("a misspelled column is a text in every row, and the dry run and the load say so", async () => {
  const configuration = {
    loadType: ["ITEM"],
    federatedMappings: { ...mappings, itemFamilyFederatedId: "Styel", name: "Titel" },
    propertiesToRemove: ["Style", "SKU", "Title", "Colour"],
  };
  const expected = {
    status: "completed",
    errors: 0,
    warnings: 2,
    literalMappings: [
      { target: "itemFamilyFederatedId", text: "Styel", isKey: true, closestColumn: "Style" },
      { target: "name", text: "Titel", isKey: true, closestColumn: "Title" },
    ],
  };

  const planned = await load(service, csv, { ...configuration, dryRun: true });
  const loaded = await load(service, csv, configuration);

  expect(planned).toMatchObject(expected);
  expect(loaded).toMatchObject(expected);
  expect(messagesIn(loaded)[0]).toBe(
    '"Styel" is not a column; every row gets the text "Styel" as its itemFamilyFederatedId.',
  );
  expect(loaded.issues[0].suggestion).toBe('Did you mean "Style"?');
  expect(await byFederatedId(service, "items", "Styel")).toMatchObject({ name: "Titel" });
});

test("an intended text is listed, without a warning", async () => {
  const loaded = await load(service, csv, {
    loadType: ["ITEM"],
    federatedMappings: { ...mappings, typePath: "item:coat" },
    propertiesToRemove: ["Style", "SKU", "Title", "Colour"],
  });

  expect(loaded).toMatchObject({ status: "completed", warnings: 0 });
  expect(loaded.literalMappings).toEqual([{ target: "typePath", text: "item:coat", isKey: false }]);
});

test("strictColumns refuses a mapping to a column that does not exist", async () => {
  const loaded = await load(service, csv, {
    loadType: ["ITEM"],
    strictColumns: true,
    federatedMappings: { ...mappings, itemFamilyFederatedId: "Styel" },
  });

  expect(loaded).toMatchObject({ status: "failed", failureArea: "VALIDATING_DATA", counts: {} });
  expect(loaded.issues).toContainEqual({
    columnName: "itemFamilyFederatedId",
    issueType: "CONFIG",
    severity: "error",
    message: 'federatedMappings.itemFamilyFederatedId: "Styel" is not a column, and strictColumns requires one.',
    suggestion: 'Did you mean "Style"? For a constant, add itemFamilyFederatedId to conditionalColumns with a default.',
  });
});
