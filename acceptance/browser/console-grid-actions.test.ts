import { afterAll, beforeAll, expect, test } from "vitest";
import { type Console, openConsole } from "../testing/console.ts";
import { cellOf, readLines, rowNamed } from "../testing/grid-page.ts";

let desk: Console;

/** More than one page of the service, and more names than fit into one URL. */
const coatCount = 1_200;

beforeAll(async () => {
  desk = await openConsole();
  await call("POST", "/entity-types", {
    typePath: "item:coat",
    properties: [
      { slug: "shade", label: "Shade", propertyType: "object_reference", referenceType: "color" },
      { slug: "trims", label: "Trims", propertyType: "object_ref_list", referenceType: "color" },
      { slug: "buyers", label: "Buyers", propertyType: "user_list" },
      { slug: "rank", label: "Rank", propertyType: "number" },
    ],
  });
  await batch("colors", [
    { name: "Moss", federatedId: "C-1" },
    { name: "Rust, dark", federatedId: "C-2" },
    ...Array.from({ length: 2 }, () => ({ name: "Twin" })),
    ...Array.from({ length: coatCount }, (_, row) => ({ name: `Dyed by hand in the colder months, number ${row}` })),
  ]);
  await batch(
    "items",
    Array.from({ length: coatCount }, (_, row) => ({
      name: `Coat ${String(row).padStart(4, "0")}`,
      typePath: "item:coat",
      rank: row,
    })),
  );
}, 60_000);

afterAll(() => desk.close());

const call = (method: string, path: string, body?: object) =>
  desk.service.call(method, path, body === undefined ? {} : { body });

async function batch(path: string, objects: readonly object[]): Promise<void> {
  const operations = objects.map((object) => ({ op: "create", object }));
  expect((await call("POST", `/${path}/batch`, { operations })).status).toBe(200);
}

/** The coats by rank, with these columns. */
async function openCoats(columns: readonly string[]) {
  const search = `?type=item:coat&order=rank&columns=${encodeURIComponent(JSON.stringify(columns))}`;
  const opened = await desk.openSignedIn("/entities/items");
  await opened.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await opened.goto(`/entities/items${search}`);
  await rowNamed(opened.page, "Coat 0000").waitFor();
  return opened;
}

const copied = (lines: readonly string[]) => `navigator.clipboard.writeText(${JSON.stringify(lines.join("\n"))})`;

async function coats(fields: string) {
  const order = encodeURIComponent(JSON.stringify({ orderField: "rank", order: "asc" }));
  return (await call("GET", `/items?order=${order}&fields=${fields}&limit=1000`)).body.results;
}

async function idOf(path: string, field: string, value: string): Promise<string> {
  const criteria = encodeURIComponent(JSON.stringify({ [field]: value }));
  return (await call("GET", `/${path}?criteria=${criteria}`)).body.results[0].id;
}

test("references are pasted by name, key and id, and ambiguous ones are reported before anything is written", async () => {
  const moss = await idOf("colors", "name", "Moss");
  const rust = await idOf("colors", "federatedId", "C-2");
  const owner = await idOf("users", "email", desk.service.first.email);
  const { page, expectAccessible, expectQuiet } = await openCoats(["name", "shade", "trims", "buyers", "rank"]);
  await page.evaluate(
    copied([`Moss\tMoss, C-2\tOwner`, `Rust, dark\tNobody\t${desk.service.first.email}`, `Twin\t${moss}`, "C-2", rust]),
  );

  await (await cellOf(page, "Coat 0000", "Shade")).click();
  await page.keyboard.press("Control+V");
  const dialog = page.getByRole("dialog", { name: "Paste from a spreadsheet" });
  await dialog.getByText("8 cells in 5 rows will change.").waitFor();
  await dialog.getByText("“Twin” is the name of several entities. Use the external ID.").waitFor();
  await dialog.getByText('“Nobody” has "Nobody", which was not found by name, external ID or id.').waitFor();
  await dialog.getByRole("row", { name: "Coat 0000 Trims Moss, Rust, dark" }).waitFor();
  await dialog.getByRole("row", { name: "Coat 0004 Shade Rust, dark" }).waitFor();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Write 8 cells" }).click();
  await page.getByText("8 cells pasted.").waitFor();

  expect((await coats("shade,trims,buyers")).slice(0, 5)).toMatchObject([
    { shade: moss, trims: [moss, rust], buyers: [owner] },
    { shade: rust, buyers: [owner] },
    { trims: [moss] },
    { shade: rust },
    { shade: rust },
  ]);
  await (await cellOf(page, "Coat 0001", "Shade")).getByText("Rust, dark").click();
  await page.keyboard.press("Control+C");
  await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe("Rust, dark");
  await (await cellOf(page, "Coat 0002", "Shade")).click();
  await page.keyboard.press("Control+V");
  await expect.poll(async () => (await coats("shade"))[2].shade).toBe(rust);
  expectQuiet();
});

test("more references than fit into a URL are pasted at once", async () => {
  const { page, expectQuiet } = await openCoats(["name", "shade"]);
  const names = Array.from({ length: 600 }, (_, row) => `Dyed by hand in the colder months, number ${row}`);
  await page.evaluate(copied(names));

  await (await cellOf(page, "Coat 0000", "Shade")).click();
  await page.keyboard.press("Control+V");
  const dialog = page.getByRole("dialog", { name: "Paste from a spreadsheet" });
  await dialog.getByRole("button", { name: "Write 600 cells" }).click();
  await page.getByText("600 cells pasted.").waitFor();

  expect((await coats("shade"))[599].shade).toBe(await idOf("colors", "name", names[599] ?? ""));
  expectQuiet();
});

test("everything that matches is exported, including rows not loaded yet, in the visible columns and order", async () => {
  const { page, expectQuiet } = await openCoats(["rank"]);
  await page.getByText(/^1,200 styles, [\d,]+ loaded/).waitFor();

  const [whole] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export", exact: true }).click(),
  ]);
  const lines = await readLines(whole);
  await page.getByRole("textbox", { name: "Search" }).fill("coat 0007");
  await page.getByText("1 style", { exact: true }).waitFor();
  const [found] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export", exact: true }).click(),
  ]);
  const foundLines = await readLines(found);

  expect(whole.suggestedFilename()).toMatch(/^items-\d{4}-\d\d-\d\d\.csv$/);
  // The empty column marks formula cells as escaped.
  expect(lines[0]).toBe("\ufeffname,rank,_escaped");
  expect(lines.slice(1, 4)).toEqual(["Coat 0000,0,", "Coat 0001,1,", "Coat 0002,2,"]);
  expect(lines.slice(-3)).toEqual(["Coat 1198,1198,", "Coat 1199,1199,", ""]);
  expect(foundLines.slice(1)).toEqual(["Coat 0007,7,", ""]);
  expectQuiet();
});

test("an export is stopped by a second click, and saves nothing", async () => {
  const { page, expectQuiet } = await openCoats(["name"]);
  const held: (() => void)[] = [];
  await page.route("**/api/items?**limit=1000**", (route) => {
    held.push(() => void route.continue().catch(() => undefined));
  });
  const downloads: unknown[] = [];
  page.on("download", (download) => downloads.push(download));

  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("button", { name: "Stop at 0 of 1,200" }).click();
  await page.getByRole("button", { name: "Export", exact: true }).waitFor();
  for (const release of held) release();
  await page.unrouteAll();

  expect(held).toHaveLength(1);
  expect(downloads).toEqual([]);
  expect(await page.getByRole("alert").count()).toBe(0);
  expectQuiet();
});

test("money is shown in one way, and a paste names the colorway of each row", async () => {
  const cost = { slug: "cost", label: "Cost", propertyType: "currency", currency: "EUR" };
  await call("POST", "/entity-types", { typePath: "item:wrap", properties: [cost] });
  const style = { typePath: "item:wrap", name: "Wrap", roles: ["family"], cost: 12.5 };
  const { body } = await call("POST", "/items", style);
  await call("POST", "/items", {
    ...{ typePath: "item:wrap", name: "Wrap", roles: ["option"], itemFamilyId: body.id, cost: 12.5 },
    ...{ optionGroup: "Color", optionName: "Rust" },
  });
  const columns = encodeURIComponent('["cost"]');
  const { page, goto, expectQuiet } = await desk.openSignedIn("/entities/items");
  await goto(`/entities/items?type=item:wrap&q=wrap&flat=true&columns=${columns}`);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  // A value that is not a number, so that the paste is previewed.
  await page.evaluate(copied(["much", "1300"]));

  await page.getByRole("gridcell", { name: "€12.50" }).first().click();
  await page.keyboard.press("Control+V");
  const changes = page.getByRole("dialog").getByRole("table", { name: "Changes" });
  await changes.getByRole("row", { name: "Wrap, Rust Cost €12.50 €1,300.00" }).waitFor();
  await goto(`/entities/items/${body.id}`);

  await page.getByRole("row", { name: /^Cost.*€12\.50/ }).waitFor();
  expectQuiet();
});
