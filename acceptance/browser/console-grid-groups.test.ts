import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import {
  choose,
  desk,
  expectGroups,
  expectNames,
  header,
  headers,
  list,
  openCoats,
  openHeading,
  openList,
  resetCoats,
} from "../testing/coats-in-groups.ts";
import { cellOf, namesOf, rowNamed } from "../testing/grid-page.ts";

beforeAll(openCoats, 60_000);
beforeEach(resetCoats);
afterAll(() => desk.close());

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
