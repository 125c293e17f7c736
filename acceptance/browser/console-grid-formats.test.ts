import { afterAll, beforeAll, expect, test } from "vitest";
import { type Console, openConsole } from "../testing/console.ts";
import { cellOf, namesOf, rowNamed } from "../testing/grid-page.ts";

let desk: Console;
let id: string;

beforeAll(async () => {
  desk = await openConsole();
  await call("POST", "/entity-types", {
    typePath: "item:bag",
    properties: [
      { slug: "price", label: "Price", propertyType: "number" },
      { slug: "due", label: "Due", propertyType: "date" },
    ],
  });
  const object = { name: "Tote", typePath: "item:bag", price: 1234.5, due: "2026-03-01" };
  id = (await call("POST", "/items", object)).body.id;
}, 60_000);

afterAll(() => desk.close());

const call = (method: string, path: string, body?: object) =>
  desk.service.call(method, path, body === undefined ? {} : { body });

const stored = async () => (await call("GET", `/items/${id}`)).body;

test("comma decimals and local dates are shown, typed, pasted, filtered and edited in forms as the person has set them", async () => {
  const { page, goto, expectAccessible, expectQuiet } = await desk.openSignedIn("/entities/items");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);

  await page.getByRole("button", { name: /^Account:/ }).click();
  await page.getByRole("menuitem", { name: "Number and date format" }).click();
  const dialog = page.getByRole("dialog", { name: "Number and date format" });
  await dialog.getByLabel("Numbers").first().click();
  await page.getByRole("option", { name: "1.234,50" }).click();
  await dialog.getByLabel("Dates").first().click();
  await page.getByRole("option", { name: "31.12.2026" }).click();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Save and reload" }).click();
  await dialog.waitFor({ state: "detached" });
  await goto(`/entities/items?type=item:bag&columns=${encodeURIComponent('["price","due"]')}`);
  await rowNamed(page, "Tote").waitFor();
  const [price, due] = [await cellOf(page, "Tote", "Price"), await cellOf(page, "Tote", "Due")];
  expect([await price.textContent(), await due.textContent()]).toEqual(["1.234,5", "01.03.2026"]);

  await price.dblclick();
  expect(await page.getByRole("textbox", { name: "Price" }).inputValue()).toBe("1234,5");
  await page.keyboard.type("29,50");
  await page.keyboard.press("Tab");
  await page.keyboard.type("5.4.2026");
  await page.keyboard.press("Enter");
  await expect.poll(stored).toMatchObject({ price: 29.5, due: "2026-04-05" });
  await page.evaluate('navigator.clipboard.writeText("1.299,95\\t31.12.2026")');
  await price.click();
  await page.keyboard.press("Control+V");
  await expect.poll(stored).toMatchObject({ price: 1299.95, due: "2026-12-31" });
  await goto(`/entities/items?type=item:bag&filters=${encodeURIComponent('[["price","lt","1299.955"]]')}`);
  await page.getByRole("button", { name: "Edit filter Price < 1299,955" }).waitFor();
  expect(await namesOf(page)).toEqual(["Tote"]);
  await goto(`/entities/items/${id}?field=price`);
  await page.getByRole("textbox", { name: "Price" }).fill("7,25");
  await page.keyboard.press("Enter");

  await expect.poll(stored).toMatchObject({ price: 7.25 });
  expectQuiet();
});
