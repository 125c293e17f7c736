import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Console, type ConsolePage, openConsole } from "../testing/console.ts";

let desk: Console;
let seat: ConsolePage;
let page: Page;

beforeAll(async () => {
  desk = await openConsole();
  await create("entity-types", {
    typePath: "item:parka",
    label: "Parka",
    presentation: { pluralLabel: "Parkas", keyFacts: ["price", "fabric"] },
    properties: [
      { slug: "price", label: "Price", propertyType: "currency", currency: "EUR", level: "family" },
      { slug: "fabric", label: "Fabric", propertyType: "string", expected: true },
      { slug: "supplier", label: "Supplier", propertyType: "string", expected: true },
      { slug: "shade", label: "Shade", propertyType: "object_reference", referenceType: "color" },
    ],
  });
  seat = await desk.openSignedIn("/loads");
  ({ page } = seat);
}, 60_000);

afterAll(() => desk.close());

async function call(method: string, path: string, body?: object) {
  return desk.service.call(method, `/${path}`, body === undefined ? {} : { body });
}

async function create(path: string, body: object): Promise<{ readonly id: string; readonly version: number }> {
  const answer = await call("POST", path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

/** A style with two colorways. */
async function createFamily(name: string) {
  const style = await create("items", { typePath: "item:parka", name, roles: ["family"], price: 100, fabric: "wool" });
  const [rust, sand] = [
    await create("colors", { name: "Rust", hex: "a0522d" }),
    await create("colors", { name: "Sand" }),
  ];
  const option = (optionName: string, shade: string) =>
    create("items", {
      ...{ typePath: "item:parka", name, roles: ["option"], itemFamilyId: style.id, optionGroup: "Color" },
      ...{ optionName, shade },
    });
  return { style, options: [await option("Rust", rust.id), await option("Sand", sand.id)] as const };
}

const facts = () => page.getByRole("list", { name: "Key facts" });
const read = async (id: string) => (await call("GET", `items/${id}`)).body;

test("the arrow keys move between a style and its colorways, and the page follows", async () => {
  const { style, options } = await createFamily("Nora Parka");
  await seat.goto(`/entities/items/${style.id}`);
  const strip = page.getByRole("navigation", { name: "Colorways" });
  await strip.getByRole("link", { name: "Style" }).focus();
  await seat.expectAccessible();

  await page.keyboard.press("ArrowRight");
  await page.waitForURL(`**/${options[0].id}*`);
  await strip.locator('[aria-current="page"]', { hasText: "Rust" }).waitFor();
  await page.keyboard.press("End");

  await page.waitForURL(`**/${options[1].id}*`);
  await strip.locator('[aria-current="page"]:focus', { hasText: "Sand" }).waitFor();
  await facts().getByText("€100.00").waitFor();
  seat.expectQuiet();
});

test("each missing value is named and filled in where it is, until the item is complete", async () => {
  const { id } = await create("items", { typePath: "item:parka", name: "Ivo Parka" });
  await seat.goto(`/entities/items/${id}`);

  await page.getByRole("button", { name: "0% · 2 missing" }).click();
  await page.getByRole("menuitem", { name: "Supplier" }).click();
  await page.getByRole("textbox", { name: "Supplier" }).fill("Porto");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "50% · 1 missing" }).focus();
  await page.keyboard.press("Enter");
  await page.locator('[role="menuitem"]:focus', { hasText: "Fabric" }).waitFor();
  await page.keyboard.press("Enter");
  await page.locator("input:focus").fill("wool");
  await page.keyboard.press("Enter");

  await page.getByText("Complete", { exact: true }).waitFor();
  expect(await read(id)).toMatchObject({ supplier: "Porto", fabric: "wool" });
  seat.expectQuiet();
});

test("a change of a style and its colorways is one entry, and is undone as one after a preview", async () => {
  const { style, options } = await createFamily("Olga Parka");
  await call("PUT", `items/${style.id}`, { price: 140 });
  await seat.goto(`/entities/items/${style.id}?tab=activity`);
  const act = page.getByRole("article", { name: /changed Price$/ });
  await act.getByText("this style and 2 colorways").waitFor();
  await act.getByText("€100.00").waitFor();

  await act.getByRole("button", { name: "Actions of the change" }).click();
  await page.getByRole("menuitem", { name: "Undo change…" }).click();
  const dialog = page.getByRole("dialog", { name: "Undo this change" });
  await dialog.getByText("3 entities set back.").waitFor();
  await seat.expectAccessible();
  await dialog.getByRole("button", { name: "Undo change" }).click();

  await page.getByText("Change undone: 3 entities.").waitFor();
  await page.getByText("undid a change:").waitFor();
  expect([await read(style.id), await read(options[0].id)].map(({ price }) => price)).toEqual([100, 100]);
  seat.expectQuiet();
});

test("an undone change keeps what was changed since, and names it", async () => {
  const { id } = await create("items", { typePath: "item:parka", name: "Vera Parka", price: 10, fabric: "wool" });
  await call("PUT", `items/${id}`, { price: 20, fabric: "silk" });
  await call("PUT", `items/${id}`, { price: 30 });
  await seat.goto(`/entities/items/${id}?tab=activity`);
  const act = page.getByRole("article").filter({ hasText: "silk" });

  await act.getByRole("button", { name: "Actions of the change" }).click();
  await page.getByRole("menuitem", { name: "Undo change…" }).click();
  const dialog = page.getByRole("dialog", { name: "Undo this change" });
  await dialog.getByText(/^Vera Parka: /).waitFor();
  await dialog.getByRole("button", { name: "Undo change" }).click();

  await page.getByText("Undone, except for later changes").waitFor();
  expect(await read(id)).toMatchObject({ price: 30, fabric: "wool" });
});

test("an item is restored as of an earlier version, and that is undone with one more act", async () => {
  const { id } = await create("items", { typePath: "item:parka", name: "Runa Parka", price: 10, fabric: "wool" });
  await call("PUT", `items/${id}`, { price: 20, fabric: "silk" });
  await call("PUT", `items/${id}`, { supplier: "Porto" });
  await seat.goto(`/entities/items/${id}?tab=activity`);
  await page
    .getByRole("article", { name: /created it$/ })
    .getByRole("button", { name: "Actions of the change" })
    .click();
  await page.getByRole("menuitem", { name: "Restore all as of then…" }).click();
  const dialog = page.getByRole("dialog", { name: 'Restore "Runa Parka"' });
  await dialog.getByText("Porto").waitFor();
  await dialog.getByRole("button", { name: "Restore all" }).click();
  const toast = page.getByRole("alert").filter({ hasText: "Runa Parka restored." });
  await toast.waitFor();
  const restored = await read(id);
  await toast.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Change undone: 1 entity.").waitFor();

  expect(restored).toMatchObject({ price: 10, fabric: "wool" });
  expect(restored.supplier).toBeUndefined();
  expect(await read(id)).toMatchObject({ price: 20, fabric: "silk", supplier: "Porto" });
  seat.expectQuiet();
});

test("a deleted style comes back with its colorways under the same ids", async () => {
  const { style, options } = await createFamily("Zoe Parka");
  expect((await call("DELETE", `items/${style.id}?cascade=true`)).status).toBe(204);
  await seat.goto(`/entities/items/${style.id}`);
  await page.getByText("This item was deleted").waitFor();
  await seat.expectAccessible();

  await page.getByRole("button", { name: "Restore" }).click();
  await page.getByRole("navigation", { name: "Colorways" }).getByRole("link", { name: "Sand" }).waitFor();

  expect(await read(style.id)).toMatchObject({ name: "Zoe Parka", price: 100 });
  expect(await read(options[1].id)).toMatchObject({ optionName: "Sand", itemFamilyId: style.id });
});
