import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  addColor,
  beginNext,
  button,
  cell,
  create,
  desk,
  expectAccessible,
  field,
  heading,
  mark,
  openNewItems,
  page,
  password,
  read,
  seat,
  styleIdOf,
  type,
} from "../testing/new-items.ts";

beforeAll(openNewItems, 60_000);
afterAll(() => desk.close());
beforeEach(beginNext);

test("the type comes first, and a change of the type keeps what both types have", async () => {
  await seat.goto("/entities/items/new");
  await heading("New item").waitFor();
  await type("Footwear").getByText("Category, Composition").or(type("Footwear")).first().waitFor();
  await expectAccessible();
  await page.getByRole("textbox", { name: "Search types" }).fill("appar");
  await type("Footwear").waitFor({ state: "detached" });
  await type("Apparel").click();

  await page.waitForURL("**/entities/items/new?typePath=*apparel");
  const first = page.getByRole("region", { name: "Apparel" });
  await first.getByRole("textbox", { name: "Category" }).fill("Outerwear");
  await page.getByRole("region", { name: "Material" }).getByRole("textbox", { name: "Composition" }).fill("Wool");
  await field("Fit").fill("slim");
  await field("Name").fill(`Trench ${mark}`);
  await expectAccessible();
  await button("Change type").click();
  await page.getByRole("dialog", { name: "Change type" }).getByRole("treeitem", { name: "Footwear" }).click();
  await page.getByText("Footwear does not have: Fit.").waitFor();
  await page.getByRole("textbox", { name: "Heel height" }).fill("30");
  await button("Create item").click();

  await heading(`Trench ${mark}`).waitFor();
  const { fit, ...stored } = await read(`/items/${styleIdOf(page.url())}`);
  expect(fit).toBeUndefined();
  expect(stored).toMatchObject({
    ...{ typePath: "item:product:footwear", category: "Outerwear", composition: "Wool", heel: 30 },
  });
  seat.expectQuiet();
});

test("going back to the choice of the type loses nothing", async () => {
  await seat.goto("/entities/items/new");
  await type("Apparel").click();
  await field("Fit").fill("wide");

  await page.goBack();
  await type("Product").waitFor();
  await type("Apparel").click();

  expect(await field("Fit").inputValue()).toBe("wide");
  await button("Cancel").click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave without saving" }).click();
  await heading("Items").waitFor();
  seat.expectQuiet();
});

test("a style that is refused says so at its fields, and creates nothing", async () => {
  await create("items", { name: "Taken", typePath: "item:product:apparel", federatedId: `TAKEN-${mark}` });
  await seat.goto("/entities/items/new?typePath=item:product:apparel");
  await field("Name").fill(`Refused ${mark}`);
  await field("External ID").fill(`TAKEN-${mark}`);
  await addColor("Mauve");
  await button("Create item").click();

  await page
    .getByRole("alert")
    .filter({ hasText: `TAKEN-${mark}` })
    .first()
    .waitFor();
  const { results } = await read(`/items?criteria=~(name~'Refused*20${mark})`);
  expect(results).toEqual([]);
  expect(await cell("Mauve").isChecked()).toBe(true);
});

test("a user who may create one type gets its form at once, and one who may create none learns whom to ask", async () => {
  const other = await desk.open();
  await other.goto(`/sign-in?next=${encodeURIComponent("/entities/items/new")}`);
  await other.signIn({ email: "shoemaker@demo.example", password });
  await other.page.getByRole("region", { name: "Footwear" }).getByRole("textbox", { name: "Name" }).waitFor();
  expect(await other.page.getByRole("treeitem").count()).toBe(0);
  other.expectQuiet();

  const viewer = await desk.open();
  await viewer.goto(`/sign-in?next=${encodeURIComponent("/entities/items/new")}`);
  await viewer.signIn({ email: "viewer@demo.example", password });
  await viewer.page.getByText("Ask an administrator about items").waitFor();
  const style = await create("items", { name: `Seen ${mark}`, typePath: "item:product:apparel" });
  await viewer.goto(`/entities/items/${style.id}`);
  await viewer.page.getByRole("navigation", { name: "Colorways" }).waitFor();
  expect(await viewer.page.getByRole("button", { name: "Add colorways" }).count()).toBe(0);
  viewer.expectQuiet();
});
