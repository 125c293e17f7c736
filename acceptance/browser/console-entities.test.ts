import type { BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { type Console, openConsole } from "../testing/console.ts";
import { cellOf, namesOf, readLines, rowNamed } from "../testing/grid-page.ts";

let desk: Console;
let signedIn: BrowserContextOptions;
let sizes: Record<"small" | "medium" | "large", string>;

beforeAll(async () => {
  desk = await openConsole();
  const { body } = await call("POST", "/option-sets", {
    name: "Statuses",
    options: [
      { value: "draft", display: "Draft" },
      { value: "live", display: "On sale" },
    ],
  });
  await call("POST", "/entity-types", {
    typePath: "item:product",
    properties: [
      { slug: "status", label: "Status", propertyType: "choice", optionSetId: body.id, searchable: true },
      { slug: "price", label: "Price", propertyType: "number", searchable: true },
      { slug: "note", label: "Note", propertyType: "string" },
      { slug: "margin", label: "Margin", propertyType: "formula", expression: "{price} * 2", resultKind: "number" },
    ],
  });
  const made = await batch("items", [
    ...["Small", "Medium", "Large"].map((name, place) => product(name, { price: (place + 1) * 10, status: "draft" })),
    ...Array.from({ length: 6 }, (_, place) =>
      product(`Parka ${place}`, { price: 100 + place, status: "live", fur: true }),
    ),
  ]);
  const { page } = await desk.openSignedIn("/entities/items");
  signedIn = { storageState: await page.context().storageState() };
  await page.context().close();
  sizes = { small: made[0] ?? "", medium: made[1] ?? "", large: made[2] ?? "" };
}, 60_000);

afterAll(() => desk.close());

const call = (method: string, path: string, body?: object) =>
  desk.service.call(method, path, body === undefined ? {} : { body });

const product = (name: string, fields: object) => ({ name, typePath: "item:product", federatedId: name, ...fields });

async function batch(path: string, objects: readonly object[]): Promise<string[]> {
  const operations = objects.map((object) => ({ op: "create", object }));
  const { body } = await call("POST", `/${path}/batch`, { operations });
  return body.results.map(({ id }: { id: string }) => id);
}

async function openGrid(search = "", path = "items") {
  const opened = await desk.open(signedIn);
  await opened.goto(`/entities/${path}${search}`);
  await opened.page.locator("[role$=grid]").waitFor();
  // The rows are read again once the columns are known.
  await opened.page.waitForLoadState("networkidle");
  return opened;
}

const itemOf = async (id: string) => (await call("GET", `/items/${id}`)).body;

describe("browsing items", () => {
  test("a filter, an order and a search are stored in the address and restored from it", async () => {
    const { page, goto, expectQuiet, expectAccessible } = await openGrid();

    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("combobox", { name: "Column" }).or(page.getByLabel("Column")).first().click();
    await page.getByRole("option", { name: "Status" }).click();
    await page.getByLabel("Values").first().click();
    await page.getByRole("option", { name: "On sale" }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByText("6 styles").waitFor();
    await page.getByRole("button", { name: "Price", exact: true }).click();
    await page.getByRole("button", { name: "Price", exact: true }).click();
    await page.waitForURL(/order=-price/);
    await page.getByRole("textbox", { name: "Search" }).fill("parka");
    await page.waitForURL(/q=parka/);
    await waitUntil("the highest price is first", async () => (await namesOf(page))[0] === "Parka 5");
    const address = page.url();
    await expectAccessible();
    await goto("/");
    await page.goto(address);

    await page.getByRole("button", { name: "Edit filter Status is any of On sale" }).waitFor();
    expect(await page.getByRole("columnheader", { name: "Price" }).getAttribute("aria-sort")).toBe("descending");
    await waitUntil(
      "six in order",
      async () => (await namesOf(page)).join() === [5, 4, 3, 2, 1, 0].map((n) => `Parka ${n}`).join(),
    );
    await page.getByRole("button", { name: "Remove filter Status is any of On sale" }).click();
    await page.waitForURL((url) => !url.search.includes("filters"));
    expectQuiet();
  });

  test("no matches and no entities have different messages", async () => {
    const { page, goto, expectQuiet } = await openGrid("?type=item:product");

    await page.getByRole("textbox", { name: "Search" }).fill("nowhere");
    await page.getByText("No matches").waitFor();
    await page.getByRole("button", { name: "Clear search and filters" }).click();
    await rowNamed(page, "Small").waitFor();
    await goto("/entities/colors");

    await page.getByText("No colors yet").waitFor();
    expect(await page.getByRole("link", { name: "Load a CSV" }).count()).toBeGreaterThan(0);
    expectQuiet();
  });

  test("columns are selected and moved, including undefined properties", async () => {
    const { page, expectQuiet } = await openGrid("?type=item:product");

    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("checkbox", { name: "fur not defined" }).waitFor();
    await page.getByRole("button", { name: "Move Note left" }).click();
    await page.getByRole("checkbox", { name: "External ID" }).uncheck();
    await page.keyboard.press("Escape");
    await page.getByRole("textbox", { name: "Search columns" }).waitFor({ state: "detached" });
    await page.waitForURL(/columns=/);
    const headings = await page.getByRole("columnheader").allTextContents();
    expect(headings).not.toContain("External ID");
    expect(headings.indexOf("Note")).toBeLessThan(headings.indexOf("Price"));
    expectQuiet();
  });
});

describe("editing", () => {
  test("a value is edited with the keyboard alone, shown at once and stored", async () => {
    const { page, expectQuiet } = await openGrid("?type=item:product&order=price");
    await rowNamed(page, "Small").waitFor();

    await page.getByRole("columnheader", { name: "Name" }).getByRole("button").first().focus();
    await page.locator('td[tabindex="0"]').focus();
    const column = Number(await page.getByRole("columnheader", { name: "Price" }).getAttribute("aria-colindex"));
    for (let step = 2; step < column; step += 1) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("F2");
    await page.keyboard.type("15");
    await page.keyboard.press("Enter");
    await page.keyboard.type("cheap");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText('"cheap" is not a number').waitFor();
    await page.keyboard.press("Escape");

    await waitUntil("the price is stored", async () => (await itemOf(sizes.small)).price === 15);
    expect(await (await cellOf(page, "Small", "Price")).textContent()).toBe("15");
    await waitUntil(
      "the formula has followed",
      async () => (await (await cellOf(page, "Small", "Margin")).textContent()) === "30",
    );
    expect((await itemOf(sizes.medium)).price).toBe(20);
    expectQuiet();
  });

  test("an option is selected from its set, and a computed cell says why it is read-only", async () => {
    const { page, expectQuiet, expectAccessible } = await openGrid("?type=item:product");

    await (await cellOf(page, "Small", "Status")).dblclick();
    await page.getByRole("option", { name: "On sale" }).click();
    await waitUntil("the option is stored", async () => (await itemOf(sizes.small)).status === "live");
    await (await cellOf(page, "Small", "Margin")).dblclick();

    await page.getByRole("status").getByText("Computed: {price} * 2").waitFor();
    await expectAccessible();
    expectQuiet();
  });

  test("a rejected value is reverted, and the reason stays at the cell", async () => {
    const { page, expectQuiet } = await openGrid("?type=item:product");

    const key = await cellOf(page, "Small", "External ID");
    await key.dblclick();
    await page.keyboard.type("Large");
    await page.keyboard.press("Enter");

    await page.locator(".mantine-Notification-root").first().waitFor();
    await waitUntil("the key is back", async () => (await key.textContent()) === "Small");
    expect(await key.getAttribute("aria-invalid")).toBe("true");
    expectQuiet();
  });

  test("editing a cell that another user changed names the user and asks for a decision", async () => {
    const { page, expectQuiet, expectAccessible } = await openGrid("?type=item:product");
    const note = await cellOf(page, "Large", "Note");
    await call("PUT", `/items/${sizes.large}`, { note: "theirs", price: 31 });

    await note.dblclick();
    await page.keyboard.type("mine");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Large was changed" });
    await dialog.getByRole("cell", { name: "theirs" }).waitFor();
    await dialog.getByRole("cell", { name: "31" }).waitFor();
    await expectAccessible();
    await dialog.getByRole("button", { name: "Discard my change" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await waitUntil("theirs is shown", async () => (await note.textContent()) === "theirs");
    await call("PUT", `/items/${sizes.large}`, { note: "theirs again" });
    await note.dblclick();
    await page.keyboard.type("mine");
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Overwrite" }).click();

    await waitUntil("mine is stored", async () => (await itemOf(sizes.large)).note === "mine");
    expectQuiet();
  });

  test("another user's change of another field is not a conflict", async () => {
    const { page, expectQuiet } = await openGrid("?type=item:product");
    await rowNamed(page, "Medium").waitFor();
    await call("PUT", `/items/${sizes.medium}`, { price: 21 });

    await (await cellOf(page, "Medium", "Note")).dblclick();
    await page.keyboard.type("kept");
    await page.keyboard.press("Tab");

    await waitUntil("both are stored", async () => {
      const { note, price } = await itemOf(sizes.medium);
      return note === "kept" && price === 21;
    });
    await waitUntil(
      "the price is shown",
      async () => (await (await cellOf(page, "Medium", "Price")).textContent()) === "21",
    );
    expectQuiet();
  });

  test("a block from a spreadsheet is previewed, then written", async () => {
    const { page, expectQuiet, expectAccessible } = await openGrid(
      `?type=item:product&q=parka&order=price&columns=${encodeURIComponent('["price","note","margin"]')}`,
    );
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate(`navigator.clipboard.writeText("201\\tone\\n202\\ttwo\\ndear\\tthree\\n")`);

    await (await cellOf(page, "Parka 0", "Price")).click();
    await page.keyboard.press("Control+V");
    const dialog = page.getByRole("dialog", { name: "Paste from a spreadsheet" });
    await dialog.getByText("5 cells in 3 rows will change.").waitFor();
    await dialog.getByText("Parka 2, Price: “dear” is not a number").waitFor();
    await expectAccessible();
    await dialog.getByRole("button", { name: "Write 5 cells" }).click();

    await page.getByText("5 cells pasted.").waitFor();
    const { body } = await call(
      "GET",
      "/items?q=parka&order=%7B%22orderField%22%3A%22federatedId%22%7D&fields=price,note",
    );
    expect(body.results.slice(0, 3)).toMatchObject([
      { price: 201, note: "one" },
      { price: 202, note: "two" },
      { price: 102, note: "three" },
    ]);
    await (await cellOf(page, "Parka 1", "Note")).click();
    await page.keyboard.press("Control+C");
    await waitUntil("it is copied", async () => (await page.evaluate("navigator.clipboard.readText()")) === "two");
    expectQuiet();
  });
});

describe("with a selection", () => {
  test("a deletion shows what would be deleted, then deletes it", async () => {
    const [family = ""] = await batch("items", [product("Doomed", {}), product("Doomed too", {})]);
    await call("POST", "/items", product("Doomed option", { itemFamilyId: family }));
    const { page, expectQuiet, expectAccessible } = await openGrid("?type=item:product&q=Doomed");

    await page.getByRole("checkbox", { name: "Select Doomed", exact: true }).click();
    await page.getByRole("checkbox", { name: "Select Doomed too" }).click();
    await page.getByRole("region", { name: "Selection" }).getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete 2 items" });
    await dialog.getByText("1 item is in use by 1 item.").waitFor();
    await dialog.getByRole("button", { name: "Delete 1 item" }).waitFor();
    await expectAccessible();
    await dialog.getByRole("checkbox", { name: /Delete them too/ }).check();
    await dialog.getByRole("button", { name: "Delete 2 items" }).click();

    await page.getByText("2 items deleted.").waitFor();
    expect((await call("GET", "/items?q=Doomed")).body.results).toEqual([]);
    expectQuiet();
  });

  test("a range is selected with Shift, compared and exported", async () => {
    const { page, expectQuiet } = await openGrid("?type=item:product&q=parka&order=federatedId");

    await page.getByRole("checkbox", { name: "Select Parka 1" }).click();
    await page.getByRole("checkbox", { name: "Select Parka 3" }).click({ modifiers: ["Shift"] });
    await page.getByText("3 items selected").waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export selected" }).click(),
    ]);
    const lines = await readLines(download);
    await page.getByRole("link", { name: "Compare" }).click();

    expect(lines[0]).toMatch(/^\ufeffname,federatedId,/);
    expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(["Parka 1", "Parka 2", "Parka 3", ""]);
    await page.waitForURL(/\/compare\/items\?ids=/);
    expectQuiet();
  });
});
