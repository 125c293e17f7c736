import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { all, ended, load } from "../../server/src/loader/testing/loading.ts";
import { type Console, openConsole } from "../testing/console.ts";

let desk: Console;

beforeAll(async () => {
  desk = await openConsole();
  await desk.service.call("POST", "/entity-types", {
    body: {
      typePath: "item:product",
      properties: [
        { slug: "retailPrice", label: "Retail price", propertyType: "currency", currency: "EUR" },
        { slug: "certified", label: "Certified", propertyType: "boolean" },
      ],
    },
  });
});

afterAll(() => desk.close());

/** A semicolon, a quote, a boolean, a price, an unknown text, and a column to skip. */
const line = [
  "Style;SKU;Style name;Colour;Retail price;Certified;Fabric weight;Internal note",
  'P10;P10-R;"Parka; long";Red;189.50;TRUE;820;ask Ann',
  'P10;P10-B;"Parka; long";Blue;189.50;false;820;',
  "P11;P11-G;Gilet;Green;99;true;410;sold out",
].join("\n");

async function drop(page: Page, name: string, text: string): Promise<void> {
  await page.setInputFiles("input[type=file]", { name, mimeType: "text/csv", buffer: Buffer.from(text) });
  await page.getByRole("button", { name: "Continue to columns" }).click();
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option }).click();
}

test("a file is loaded with the wizard, which shows the result in advance", async () => {
  const { page, expectAccessible, expectQuiet } = await desk.openSignedIn("/loads");

  await page.getByText("No loads yet").waitFor();
  await expectAccessible();
  await page.getByRole("main").getByRole("link", { name: "Load a file" }).first().click();
  await page.getByRole("button", { name: "Choose file" }).waitFor();
  await expectAccessible();

  await page.setInputFiles("input[type=file]", { name: "line.csv", mimeType: "text/csv", buffer: Buffer.from(line) });
  await page.getByText("8 columns · 3 rows · UTF-8 · delimiter: semicolon").waitFor();
  await page.getByRole("cell", { name: "Parka; long" }).first().waitFor();
  await expectAccessible();
  await page.getByRole("button", { name: "Continue to columns" }).click();

  const becomes = (column: string) => page.getByRole("combobox", { name: `Target of ${column}` }).inputValue();
  expect(await page.getByRole("combobox", { name: "Type of all rows" }).inputValue()).toBe("item:product");
  expect(await becomes("SKU")).toContain("itemOptionFederatedId");
  expect(await becomes("Colour")).toContain("optionName");
  expect(await becomes("Retail price")).toContain("currency");
  expect(await becomes("Fabric weight")).toBe("New property");
  await choose(page, "Target of Internal note", "Skip column");
  await page.getByText("The first rows can be loaded").waitFor();
  await expectAccessible();

  await page.getByRole("button", { name: "Continue to preview" }).click();
  await page.getByRole("region", { name: "First rows: Validated" }).waitFor();
  await page.getByText(/^Mapped ·/).click();
  await page.getByRole("columnheader", { name: "itemFamilyFederatedId new" }).waitFor();
  await expectAccessible();

  await page.getByRole("button", { name: "Start dry run" }).click();
  await page.getByRole("button", { name: "Load 3 rows" }).waitFor();
  const plan = page.getByRole("region", { name: "Planned changes" });
  await plan.getByText("Parka; long").first().waitFor();
  await plan.getByText("189.5", { exact: true }).first().waitFor();
  expect(await all(desk.service, "items")).toEqual([]);
  await expectAccessible();

  await page.getByRole("button", { name: "Load 3 rows" }).click();
  await page.waitForURL(/\/loads\/[\w-]{16}$/);
  await page.getByText("1 column stored as text").waitFor();
  await expectAccessible();

  const items = await all(desk.service, "items");
  expect(items).toHaveLength(5);
  expect(items.find(({ federatedId }) => federatedId === "P10-R")).toMatchObject({
    typePath: "item:product",
    name: "Parka; long",
    optionName: "Red",
    retailPrice: 189.5,
    certified: true,
    fabricWeight: "820",
  });
  expect(items.every((item) => !("Internal note" in item))).toBe(true);

  await page.getByRole("button", { name: "Define 1 column" }).click();
  await page.getByText("Properties defined.").waitFor();
  const [described] = (await all(desk.service, "items")).filter(({ federatedId }) => federatedId === "P10-R");
  expect(described).toMatchObject({ fabricWeight: 820 });
  expectQuiet();
});

test("a mapping without a column is shown before the load, and the formats of the file can be chosen", async () => {
  const { page, expectAccessible, expectQuiet } = await desk.openSignedIn("/loads/new");
  await drop(page, "formats.csv", "Style;Name;Retail price\nFM1;Parka;1.234,50\n");
  await choose(page, "Number format", "1.234,56");
  await page.getByText("The first rows can be loaded").waitFor();

  await page.getByRole("switch", { name: "Show configuration" }).click();
  const editor = page.getByRole("textbox", { name: "Configuration" });
  await editor.getByText('"1.234,56"').waitFor();
  await editor.press("Control+a");
  await page.keyboard.insertText(
    '{"loadType": ["ITEM"], "federatedMappings": {"itemFamilyFederatedId": "Style", "name": "Nmae"}, "propertiesToRemove": ["Style", "Name"], "numberFormat": "1.234,56"}',
  );
  await page.getByText("1 mapping without a column").waitFor();
  await page.getByText("Did you mean the column Name?").waitFor();
  await expectAccessible();
  expectQuiet();
});

test("a file with errors shows a fix for each, and nothing is written until the valid rows are loaded", async () => {
  const { page, expectAccessible, expectQuiet } = await desk.openSignedIn("/loads/new");
  const before = (await all(desk.service, "items")).length;

  await drop(page, "errors.csv", "Style,Name,Retail price\nF1,Good,10\n,Lost,11\nF3,Odd,many\n");
  await page.getByText("The first rows have 2 errors").waitFor();
  await page.getByRole("button", { name: "Continue to preview" }).click();
  await page.getByRole("region", { name: "First rows: Validated" }).waitFor();
  await page.getByRole("button", { name: "Start dry run" }).click();
  await page.getByRole("alert").getByText("Some rows have errors").waitFor();

  const issues = page.getByRole("region", { name: "Issues", exact: true });
  await issues.getByText("Fill in itemFamilyFederatedId, or remove the row.").waitFor();
  await choose(page, "Show", "INVALID_DATA (1)");
  await issues.getByText("Fill in itemFamilyFederatedId").waitFor({ state: "detached" });
  await issues
    .getByText(/retailPrice/)
    .first()
    .waitFor();
  expect(await page.getByRole("button", { name: /^Load/ }).count()).toBe(0);
  await expectAccessible();
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download the issues file" }).click();
  const file = await readFile(await (await downloading).path(), "utf8");
  expect(file).toContain("_suggestion");
  expect((await all(desk.service, "items")).length).toBe(before);

  await page.getByRole("button", { name: "Dry run valid rows only" }).click();
  await page.getByRole("button", { name: "Load 1 row" }).click();
  await page.getByText("2 rows could not be loaded").waitFor();
  expect((await all(desk.service, "items")).length).toBe(before + 1);
  await page.getByRole("link", { name: "2. Upload the corrected file" }).click();
  await page.getByRole("button", { name: "Choose file" }).waitFor();
  expectQuiet();
});

test("a load is undone after the dialog shows what will be undone", async () => {
  const configuration = { loadType: ["COLOR"] };
  const { id } = await load(desk.service, "federatedId,name,hex\nu1,Madder,a0302a\nu2,Woad,24415f\n", configuration);
  const colors = await all(desk.service, "colors");
  await desk.service.call("PUT", `/colors/${colors[0].id}`, { body: { name: "Madder root" } });
  const { page, expectAccessible, expectQuiet } = await desk.openSignedIn(`/loads/${id}`);

  await page.getByRole("button", { name: "Undo load" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("2 colors created: will be deleted").waitFor();
  await dialog.getByText("1 entity change since. The changed entities are kept").waitFor();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Undo 2 changes" }).click();

  await page.getByText("1 change undone, 1 skipped:").waitFor();
  await page.getByText("undone", { exact: true }).waitFor();
  await ended(desk.service, id);
  expect((await all(desk.service, "colors")).map(({ name }) => name)).toEqual(["Madder root"]);
  expectQuiet();
});

test("a typed configuration updates the form, and an invalid one is reported", async () => {
  const { page, expectAccessible, expectQuiet } = await desk.openSignedIn("/loads/new");
  await drop(page, "colors.csv", "Code,Name,Hex\nc1,Ash,b2b2b2\n");

  await page.getByRole("switch", { name: "Show configuration" }).click();
  const editor = page.getByRole("textbox", { name: "Configuration" });
  await editor.waitFor();
  await expectAccessible();
  const retype = async (text: string) => {
    await editor.press("Control+a");
    await page.keyboard.insertText(text);
  };
  await retype('{"loadType": ["COLOR"], "federatedMappings": {"federatedId": "Name"}, "propertiesToRemove": ["Code"]}');
  const becomes = (column: string) => page.getByRole("combobox", { name: `Target of ${column}` });
  await expect.poll(() => becomes("Code").inputValue()).toBe("Skip column");
  expect(await becomes("Name").inputValue()).toContain("federatedId");
  // Over text with colored ends, which a browser would color again by itself.
  await retype('""x""');
  await editor.locator("span").getByText('""').first().waitFor();
  await retype('{"loadType": "COLOR"}');

  await page.getByText("loadType must be a list of strings. The form shows the last valid configuration.").waitFor();
  expect(await becomes("Code").inputValue()).toBe("Skip column");
  await page.reload();
  await expect.poll(() => becomes("Code").inputValue()).toBe("Skip column");
  expectQuiet();
});

test("the list is filtered by the address", async () => {
  await load(desk.service, "federatedId,name\nx,No color\n", { loadType: ["COLOR"] });
  const { page, goto, expectAccessible, expectQuiet } = await desk.openSignedIn("/loads?status=failed");

  const list = page.getByRole("region", { name: "Loads", exact: true });
  await list.getByText("failed").waitFor();
  expect(await list.getByText("completed").count()).toBe(0);
  await page.getByRole("radiogroup", { name: "Status" }).getByText("completed").click();
  await page.waitForURL(/status=completed/);
  await list.getByText("undone").first().waitFor();
  await expectAccessible();
  await goto("/loads?status=canceled");
  await page.getByText("No matching loads").waitFor();
  expectQuiet();
});
