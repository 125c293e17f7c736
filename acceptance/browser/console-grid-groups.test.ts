import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { type Console, type ConsolePage, openConsole } from "../testing/console.ts";
import { cellOf, namesOf, rowNamed } from "../testing/grid-page.ts";

let desk: Console;
const list = "/entities/items?type=item:coat";

/** Styles, each with its options in the same category. */
const styles = [
  { name: "Trench", category: "outer", price: 200, tags: ["rain", "city"], isLined: true, options: ["Mauve", "Rust"] },
  { name: "Parka", category: "outer", price: 100, tags: ["rain"], isLined: false, options: ["Olive"] },
  { name: "Slip", category: "dress", price: 90, tags: [], options: ["Mauve"] },
  { name: "Sash", price: 15, tags: ["city"], options: [] },
];

beforeAll(async () => {
  desk = await openConsole();
  const options = [
    { value: "outer", display: "Outerwear", color: "teal" },
    { value: "dress", display: "Dresses", color: "pink" },
  ];
  const { body: categories } = await call("POST", "/option-sets", { name: "Categories", options });
  const tags = ["rain", "city"].map((value) => ({ value, display: value.toUpperCase() }));
  const { body: tagSet } = await call("POST", "/option-sets", { name: "Tags", options: tags });
  await call("POST", "/entity-types", { typePath: "custom-entity:mill", label: "Mill" });
  const { status, body } = await call("POST", "/entity-types", {
    typePath: "item:coat",
    label: "Coat",
    properties: [
      { slug: "category", label: "Category", propertyType: "choice", optionSetId: categories.id, level: "family" },
      { slug: "price", label: "Price", propertyType: "currency", currency: "EUR", level: "override" },
      { slug: "tags", label: "Tags", propertyType: "multi_select", optionSetId: tagSet.id, level: "family" },
      { slug: "isLined", label: "Lined", propertyType: "boolean", level: "family" },
      { slug: "mill", label: "Mill", propertyType: "object_reference", referenceType: "custom-entity:mill" },
      { slug: "shade", label: "Shade", propertyType: "string", level: "option" },
      { slug: "fabric", label: "Fabric", propertyType: "string", level: "family", expected: true },
      { slug: "care", label: "Care", propertyType: "string", level: "family", expected: true },
    ],
  });
  expect(status, JSON.stringify(body)).toBe(201);
  for (const name of ["Zeta Mill", "Alpha Mill"]) {
    await call("POST", "/custom-entities", { name, federatedId: name, typePath: "custom-entity:mill" });
  }
  await batch(
    styles.flatMap(({ name, options: shades }) => [
      { op: "create", object: { name, federatedId: name, typePath: "item:coat" } },
      ...shades.map((shade) => ({
        op: "create",
        object: {
          ...{ name: `${name}, ${shade}`, federatedId: `${name}-${shade}`, shade },
          ...{ itemFamily: { federatedId: name }, optionGroup: "color", optionName: shade },
        },
      })),
    ]),
  );
}, 60_000);

beforeEach(async () => {
  await batch(
    styles.map(({ name, options: _options, category = null, isLined = null, price, tags }) => ({
      op: "update",
      federatedId: name,
      object: { ...{ category, price, tags, isLined, fabric: "wool", care: name === "Slip" ? null : "cold" } },
    })),
  );
  await batch([
    { op: "update", federatedId: "Parka-Olive", object: { price: 160 } },
    { op: "update", federatedId: "Trench", object: { mill: { federatedId: "Zeta Mill" } } },
    { op: "update", federatedId: "Parka", object: { mill: { federatedId: "Alpha Mill" } } },
  ]);
});

afterAll(() => desk.close());

const call = (method: string, path: string, body?: object) =>
  desk.service.call(method, path, body === undefined ? {} : { body });

async function batch(operations: readonly object[]): Promise<void> {
  const { status, body } = await call("POST", "/items/batch", { operations });
  expect(status, JSON.stringify(body)).toBe(200);
}

async function openList(path = list, viewport = { width: 1440, height: 900 }): Promise<ConsolePage> {
  const opened = await desk.openSignedIn("/entities/items", { viewport });
  await opened.goto(path);
  return opened;
}

const headers = (page: Page) => page.locator("tr[data-group]");
const header = (page: Page, label: string) => headers(page).filter({ hasText: label });
const textsOf = async (page: Page) => (await headers(page).locator("td:nth-child(2)").allTextContents()).join(" | ");

async function expectGroups(page: Page, ...texts: string[]): Promise<void> {
  await waitUntil(texts.join(" | "), async () => (await textsOf(page)) === texts.join(" | ")).catch(async () => {
    expect(await textsOf(page)).toBe(texts.join(" | "));
  });
}

async function choose(page: Page, button: string | RegExp, item: string): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

test("two clicks group by category, with counts and averages", async () => {
  const { page, expectAccessible, expectQuiet } = await openList(`${list}&columns=["category","price"]`);
  await rowNamed(page, "Sash").waitFor();

  await choose(page, "Group", "Category");
  await header(page, "Outerwear").waitFor();

  await expectGroups(page, "Outerwear2 styles · 3 options", "Dresses1 style · 1 option", "No category1 style");
  await waitUntil("an average", async () => (await header(page, "Outerwear").textContent())?.includes("€150") === true);
  expect(await header(page, "Outerwear").textContent()).toContain("Average Price of 2 styles: avg €150.00");
  expect(page.url()).toContain("group=category");
  expect(await page.getByRole("treegrid").count()).toBe(1);
  expect(await rowNamed(page, "Trench").getAttribute("aria-level")).toBe("2");
  expect(await namesOf(page)).toEqual(["Trench", "Parka", "Slip", "Sash"]);
  await page.getByText("3 groups · 4 styles · 4 options · Average Price €101.25").waitFor();
  await expectAccessible();
  expectQuiet();
});

test("groups are made, closed and opened by keyboard alone, on a phone", async () => {
  const { page, expectAccessible, expectQuiet } = await openList(`${list}&columns=["price"]`, {
    width: 390,
    height: 844,
  });
  await rowNamed(page, "Sash").waitFor();

  await page.getByRole("button", { name: "Group" }).focus();
  await page.keyboard.press("Enter");
  await page.locator('[role="menuitem"]:focus').waitFor();
  await page.keyboard.type("Cat");
  await page.locator('[role="menuitem"]:focus', { hasText: "Category" }).waitFor();
  await page.keyboard.press("Enter");
  await header(page, "Outerwear").waitFor();
  await page.locator('td[data-place="0:0"]').focus();
  await page.keyboard.press("ArrowLeft");
  await expectNames(page, "Slip", "Sash");
  await page.keyboard.press("Enter");
  await expectNames(page, "Trench", "Parka", "Slip", "Sash");
  await page.keyboard.press(" ");
  await expectNames(page, "Slip", "Sash");
  await page.keyboard.press("ArrowRight");
  await expectNames(page, "Trench", "Parka", "Slip", "Sash");
  expect(await header(page, "Outerwear").getAttribute("aria-expanded")).toBe("true");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await expectNames(page, "Trench", "Mauve", "Rust", "Parka", "Slip", "Sash");
  expect(await rowNamed(page, "Mauve").getAttribute("aria-level")).toBe("3");
  for (const key of ["ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowLeft"]) await page.keyboard.press(key);
  await page.locator('td[data-place="0:0"]:focus').waitFor();
  await expectAccessible();

  await choose(page, /^Group/, "Collapse all");
  await expectNames(page);
  await choose(page, /^Group/, "Expand all");
  await expectNames(page, "Trench", "Parka", "Slip", "Sash");
  await choose(page, /^Group/, "No groups");
  await headers(page).first().waitFor({ state: "detached" });
  expectQuiet();
});

test("the menu of a heading groups numbers in bands, whose width and total can be changed", async () => {
  const { page, expectQuiet } = await openList(`${list}&columns=["price"]`);
  await rowNamed(page, "Sash").waitFor();

  await openHeading(page, "Price", "Group by this column");
  await page.waitForURL(/group=price/);
  await expectGroups(
    page,
    "€0 – €501 style",
    "€50 – €1001 style · 1 option",
    "€100 – €1501 style",
    "€150 – €2001 option",
    "€200 – €2501 style · 2 options",
  );
  await choose(page, /^Group/, "Bands of 100");
  await expectGroups(
    page,
    "€0 – €1002 styles · 1 option",
    "€100 – €2001 style · 1 option",
    "€200 – €3001 style · 2 options",
  );
  await header(page, "€0 – €100").getByTitle("Average Price of 2 styles").waitFor();
  await openHeading(page, "Price", "Sum");

  const total = header(page, "€0 – €100").getByTitle("Sum Price of 2 styles");
  await waitUntil("the sum", async () => (await total.textContent())?.includes("€105.00") === true);
  await page.reload();
  await total.waitFor();
  expectQuiet();
});

test("a style is in the group of each of its values, and nothing is left out", async () => {
  const { page, expectQuiet } = await openList(`${list}&columns=["tags"]&group=tags`);

  await expectGroups(page, "RAIN2 styles · 3 options", "CITY2 styles · 2 options", "No tags1 style · 1 option");

  await expectNames(page, "Trench", "Parka", "Trench", "Sash", "Slip");
  await rowNamed(page, "Trench").first().getByRole("checkbox").check();
  expect(await rowNamed(page, "Trench").last().getByRole("checkbox").isChecked()).toBe(true);
  await page.getByText("3 groups · 4 styles · 4 options").waitFor();
  expectQuiet();
});

test("groups of references are sorted by name, booleans are spelled out, and values of options count options", async () => {
  const { page, goto, expectQuiet } = await openList(`${list}&group=mill`);
  await expectGroups(page, "Alpha Mill1 style", "Zeta Mill1 style", "No mill2 styles · 4 options");

  await goto(`${list}&group=isLined`);
  await expectGroups(
    page,
    "Lined: no1 style · 1 option",
    "Lined: yes1 style · 2 options",
    "Lined: not set2 styles · 1 option",
  );
  await goto(`${list}&group=shade`);
  await expectGroups(page, "Mauve2 options", "Olive1 option", "Rust1 option");

  await expectNames(page, "Trench", "Mauve", "Slip", "Mauve", "Parka", "Olive", "Trench", "Rust");
  await goto(`${list}&group=typePath&filters=[["price","lt","100"]]`);
  await expectGroups(page, "Coat2 styles · 1 option");
  expectQuiet();
});

test("an edit leaves its row in place and corrects the counts; ranges pass over headers", async () => {
  const { page, expectQuiet } = await openList(`${list}&columns=["category","price"]&group=category`);
  await expectGroups(page, "Outerwear2 styles · 3 options", "Dresses1 style · 1 option", "No category1 style");

  await (await cellOf(page, "Slip", "Category")).click();
  await page.keyboard.press("Delete");
  await expectGroups(page, "Outerwear2 styles · 3 options", "Dresses0 items", "No category2 styles · 1 option");
  await expectNames(page, "Trench", "Parka", "Slip", "Sash");
  await page.keyboard.press("Control+z");
  await expectGroups(page, "Outerwear2 styles · 3 options", "Dresses1 style · 1 option", "No category1 style");

  await (await cellOf(page, "Parka", "Price")).click();
  for (const key of ["Shift+ArrowDown", "Shift+ArrowDown", "Control+d"]) await page.keyboard.press(key);
  await waitUntil("the fill", async () => (await header(page, "Dresses").textContent())?.includes("€100") === true);
  expect(await (await cellOf(page, "Slip", "Price")).textContent()).toBe("€100.00");
  await page.getByText("1 cell filled").waitFor();
  expectQuiet();
});

test("a saved view keeps its groups and the completeness", async () => {
  const { page, goto, expectQuiet } = await openList(
    `${list}&columns=["completeness"]&group=category&filters=[["completeness","incomplete"]]`,
  );
  await expectGroups(page, "Dresses1 style · 1 option");

  await page.getByRole("button", { name: "Save view…" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Gaps");
  await page.keyboard.press("Enter");
  await page.waitForURL(/view=/);
  const view = new URL(page.url()).searchParams.get("view");
  await goto(`${list}&view=none`);
  await rowNamed(page, "Sash").waitFor();
  await goto(`${list}&view=${view?.replaceAll('"', "")}`);

  await expectGroups(page, "Dresses1 style · 1 option");
  await page.getByText("Complete is incomplete").waitFor();
  await page.getByRole("columnheader", { name: "Complete" }).waitFor();
  expectQuiet();
});

test("incomplete styles are listed in two clicks, and a gap is filled in with two acts more", async () => {
  const { page, expectAccessible, expectQuiet } = await openList();
  await rowNamed(page, "Sash").waitFor();

  await choosePopover(page, "Filter", "Only incomplete");
  await expectNames(page, "Slip");
  const percent = await cellOf(page, "Slip", "Complete");
  await waitUntil("the percentage", async () => (await percent.textContent()) === "50%1 missing");
  await percent.getByRole("button", { name: "1 missing: Care. Fill in Care" }).waitFor();
  await expectAccessible();
  await percent.getByRole("button").click();
  await page.locator('[role="treegrid"] input[type="text"], [role="treegrid"] input:not([type])').waitFor();
  await page.keyboard.type("by hand");
  await page.keyboard.press("Enter");

  await waitUntil("the new percentage", async () => (await percent.textContent()) === "100%");
  expect(await (await cellOf(page, "Slip", "Care")).textContent()).toBe("by hand");
  expectQuiet();
});

test("the peek names what is missing, and leads to it by keyboard; types that count nothing have no such column", async () => {
  const { page, goto, expectAccessible, expectQuiet } = await openList(
    `${list}&columns=["completeness"]&order=-completeness`,
  );
  await rowNamed(page, "Slip").waitFor();
  await (await cellOf(page, "Slip", "Complete")).click();
  await page.keyboard.press(" ");

  const gaps = page.getByRole("region", { name: "Missing values" });
  await gaps.getByRole("button", { name: "Care" }).focus();
  await expectAccessible();
  await page.keyboard.press("Enter");
  await page.getByRole("columnheader", { name: "Care" }).waitFor();
  await page.keyboard.type("cold");
  await page.keyboard.press("Enter");
  await gaps.waitFor({ state: "detached" });

  await goto("/entities/custom-entities");
  await rowNamed(page, "Zeta Mill").waitFor();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Updated" }).waitFor();
  expect(await page.getByRole("checkbox", { name: "Complete" }).count()).toBe(0);
  expectQuiet();
});

async function expectNames(page: Page, ...names: string[]): Promise<void> {
  await waitUntil(names.join(), async () => (await namesOf(page)).join() === names.join()).catch(async () => {
    expect(await namesOf(page)).toEqual(names);
  });
}

async function openHeading(page: Page, heading: string, item: string): Promise<void> {
  await page.getByRole("columnheader", { name: heading }).hover();
  await choose(page, `Menu of ${heading}`, item);
}

async function choosePopover(page: Page, button: string, item: string): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).click();
  await page.getByRole("button", { name: item }).click();
}
