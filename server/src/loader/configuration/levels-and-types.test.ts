import { afterAll, beforeAll, expect, test } from "vitest";
import { shareTestService, type TestService } from "../../testing/test-service.ts";
import { byFederatedId, load, messagesIn, rows } from "../testing/loading.ts";

let service: TestService;

const header = "itemFamilyFederatedId,itemOptionFederatedId,name,optionName";
const items = { loadType: ["ITEM"] };

beforeAll(async () => {
  service = await shareTestService();
  const property = (slug: string, level: string) => ({ slug, label: slug, propertyType: "string", level });
  const properties = [
    property("brand", "family"),
    property("sku", "option"),
    property("note", "all"),
    property("price", "override"),
  ];
  await service.call("PUT", "/entity-types/item", { body: { properties } });
  const strict = {
    typePath: "item:strict",
    mode: "strict",
    properties: [{ slug: "fit", label: "Fit", propertyType: "string" }],
  };
  await service.call("POST", "/entity-types", { body: strict });
});

afterAll(() => service.stop());

async function both(familyId: string) {
  const [family, option] = [
    await byFederatedId(service, "items", familyId),
    await byFederatedId(service, "items", `${familyId}-R`),
  ];
  return { family, option };
}

test("the level of a property decides which of a row's two items gets the column", async () => {
  await load(service, rows(`${header},brand,sku,note,price`, "A,A-R,Coat,Red,Acme,s-1,mine,10"), items);

  const { family, option } = await both("A");
  expect([family.brand, option.brand]).toEqual(["Acme", "Acme"]);
  expect([family.sku, option.sku]).toEqual([undefined, "s-1"]);
  expect([family.note, option.note]).toEqual([undefined, "mine"]);
  expect([family.price, option.price]).toEqual([undefined, "10"]);
});

test("<slug>Family and <slug>Option target a level", async () => {
  await load(
    service,
    rows(`${header},noteFamily,noteOption,priceFamily,price`, "B,B-R,Coat,Red,of all,of red,20,22"),
    items,
  );

  const { family, option } = await both("B");
  expect([family.note, option.note]).toEqual(["of all", "of red"]);
  expect([family.price, option.price]).toEqual(["20", "22"]);
  expect(option).not.toHaveProperty("noteOption");
});

test("a family value is copied to options that are not in the file", async () => {
  await load(service, rows(`${header},brand`, "C,C-R,Coat,Red,Acme"), items);

  await load(service, rows("itemFamilyFederatedId,name,brand,priceFamily", "C,Coat,Zenith,30"), items);

  const { option } = await both("C");
  expect(option).toMatchObject({ brand: "Zenith", price: "30" });
});

test("a column that targets a level that the property does not have is ignored with a warning", async () => {
  const process = await load(service, rows(`${header},brandOption`, "D,D-R,Coat,Red,Acme"), items);

  const { option } = await both("D");
  expect(process).toMatchObject({ status: "completed", warnings: 1 });
  expect(process.issues).toMatchObject([{ issueType: "HEADER_MISMATCH", columnName: "brandOption" }]);
  expect(option).not.toHaveProperty("brand");
});

test("an option's cell in the row of a family causes a warning", async () => {
  const process = await load(service, rows(`${header},sku`, "E,,Coat,,s-2"), items);

  expect(process.issues).toMatchObject([{ rowNumber: 2, columnName: "sku", severity: "warning" }]);
});

test("rows of one family with different values are reported, and the later one wins", async () => {
  const process = await load(service, rows(`${header},brand`, "F,F-R,Coat,Red,Acme", "F,F-B,Coat,Blue,Zenith"), items);

  expect(process).toMatchObject({ status: "completed", warnings: 1 });
  expect(process.issues).toMatchObject([{ rowNumber: 3, issueType: "DUPLICATE_FEDERATED_ID", severity: "warning" }]);
  expect((await both("F")).family.brand).toBe("Zenith");
});

test("the later one also wins in another batch, and with the previously stored value", async () => {
  const others = Array.from({ length: 999 }, (_, index) => `N${index},N${index}-R,Coat ${index},Red,Acme`);
  await load(service, rows(`${header},brand`, "M,M-R,Coat,Red,Acme", "M,M-B,Coat,Blue,Acme"), items);

  const process = await load(
    service,
    rows(`${header},brand`, "M,M-R,Coat,Red,Zenith", ...others, "M,M-B,Coat,Blue,Acme"),
    items,
  );

  const { family, option } = await both("M");
  expect(messagesIn(process, "warning")).toEqual([
    expect.stringContaining("different values in this row and in row 2"),
  ]);
  expect([family.brand, option.brand]).toEqual(["Acme", "Acme"]);
});

test.each([
  ["a family's id as its option's", ["G,G,Coat,Red"], "error"],
  ["an option twice, with different content", ["G,G-R,Coat,Red", "G,G-R,Coat,Rouge"], "error"],
  ["an option twice, with the same", ["G,G-R,Coat,Red", "G,G-R,Coat,Red"], "warning"],
  ["one name under two families", ["G,G-R,Coat of G,Red", "G2,G2-R,Coat of G,Red"], "warning"],
])("%s is reported", async (_, lines, severity) => {
  const process = await load(service, rows(header, ...lines), { ...items, dryRun: true });

  expect(process.status).toBe(severity === "error" ? "failed" : "completed");
  expect(process.issues).toMatchObject([{ rowNumber: lines.length + 1, severity }]);
});

test("a strict type drops an undefined column, with a warning; an open one stores it as text", async () => {
  const process = await load(
    service,
    rows(`${header},fit,waist,typePath`, "H,H-R,Coat,Red,slim,32,item:strict"),
    items,
  );
  const open = await load(service, rows(`${header},waist,typePath`, "I,I-R,Coat,Red,32,item:open"), items);

  expect((await both("H")).option).toMatchObject({ fit: "slim", typePath: "item:strict" });
  expect((await both("H")).option).not.toHaveProperty("waist");
  expect((await both("I")).option.waist).toBe("32");
  for (const { issues } of [process, open]) {
    expect(issues).toMatchObject([{ issueType: "HEADER_MISMATCH", columnName: "waist", severity: "warning" }]);
  }
});

test.each([
  ["below a strict one that is not there", "item:strict:x", "strict"],
  ["of another kind", "color", "item or a type below it"],
])("a type %s is an error at its row", async (_, typePath, word) => {
  const process = await load(service, rows(`${header},typePath`, `J,J-R,Coat,Red,${typePath}`), items);

  expect(process).toMatchObject({ status: "failed", failureArea: "VALIDATING_DATA" });
  expect(messagesIn(process, "error")).toEqual([expect.stringContaining(word)]);
});
