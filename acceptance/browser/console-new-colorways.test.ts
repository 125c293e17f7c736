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
  latestChangeSet,
  mark,
  openNewItems,
  optionsOf,
  page,
  read,
  seat,
  styleIdOf,
  type,
} from "../testing/new-items.ts";

beforeAll(openNewItems, 60_000);
afterAll(() => desk.close());
beforeEach(beginNext);

test("a style and its colorways are created with the keyboard alone", async () => {
  await seat.goto("/loads");
  await page.getByRole("button", { name: /Search or go to/ }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search or go to" }).fill("new item");
  await page.getByRole("option", { name: "New item" }).waitFor();
  await page.keyboard.press("Enter");
  await type("Apparel").waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await field("Name").focus();
  await page.keyboard.type(`Keys ${mark}`);
  await field("Add colors").focus();
  for (const name of ["Mauve", "Ink wash"]) {
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await cell(name).waitFor();
  }
  await page.getByRole("combobox", { name: "Sizes" }).focus();
  for (const size of ["S", "M"]) {
    await page.keyboard.type(size);
    await page.keyboard.press("Enter");
  }
  await page.getByText("2 colorways will be created, with 4 sizes in all.").waitFor();
  await cell("Mauve, S").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  expect(await cell("Ink wash, M").isChecked()).toBe(false);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");

  await page.getByText(`Keys ${mark} created with 2 colorways.`).waitFor();
  await heading(`Keys ${mark}`).waitFor();
  const options = await optionsOf(styleIdOf(page.url()));
  expect(options).toMatchObject([
    { optionName: "Ink wash", sizes: { sizes: ["S"] } },
    { optionName: "Mauve", sizes: { sizes: ["S", "M"] } },
  ]);
  expect([options[0].shade, typeof options[1].shade]).toEqual([undefined, "string"]);
  seat.expectQuiet();
});

test("the matrix creates the style and its options in one change set, and the message undoes it", async () => {
  const rust = await read("/colors/federated/Rust");
  const alpha = await read("/size-range-templates/federated/ALPHA");
  await seat.goto("/entities/items/new?typePath=item:product:apparel");
  await field("Name").fill(`Coat ${mark}`);
  for (const name of ["Mauve", "Rust", "Sand"]) await addColor(name);
  await page.getByRole("region", { name: "Colorways" }).getByRole("combobox", { name: "Size range" }).click();
  await page.getByRole("option", { name: "Alpha" }).click();
  await page.getByText("3 colorways will be created, with 9 sizes in all.").waitFor();

  await cell("Rust, S").uncheck();
  await button("L, all colorways").click();
  await button("Sand, all sizes").click();
  await page.getByText("2 colorways will be created, with 3 sizes in all.").waitFor();
  await expectAccessible();
  await button("Create item").click();

  // It stays while the pointer is on it.
  await page.getByText(`Coat ${mark} created with 2 colorways.`).hover();
  await heading(`Coat ${mark}`).waitFor();
  const styleId = styleIdOf(page.url());
  const common = { name: `Coat ${mark}`, typePath: "item:product:apparel", roles: ["option"], sizeRun: alpha.id };
  expect(await optionsOf(styleId)).toMatchObject([
    { ...common, optionName: "Mauve", sizes: { sizes: ["S", "M"] } },
    { ...common, optionName: "Rust", sizes: { sizes: ["M"] }, shade: rust.id },
  ]);
  expect(await read(`/items/${styleId}`)).toMatchObject({ roles: ["family"], sizeRun: alpha.id });
  expect(await latestChangeSet()).toMatchObject({ changeCount: 3, actions: { create: 3 } });
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByText("Change undone: 3 entities.").waitFor();
  expect((await desk.service.call("GET", `/items/${styleId}`)).status).toBe(404);
  await page.getByText("This item was deleted").waitFor();
  seat.expectQuiet();
});

test("refused colorways are named with the reason, and tried again in the same change set", async () => {
  const properties = [
    {
      slug: "hue",
      label: "Hue",
      propertyType: "object_reference",
      referenceType: "color",
      level: "option",
      unique: true,
    },
  ];
  await create("entity-types", { typePath: "item:limited", label: "Limited", properties });
  const other = await create("items", { name: "Other", typePath: "item:limited" });
  const sand = await read("/colors/federated/Sand");
  const taken = { name: "Other", typePath: "item:limited", itemFamilyId: other.id, optionName: "Sand", hue: sand.id };
  const { id: takenId } = await create("items", taken);
  await seat.goto("/entities/items/new?typePath=item:limited");
  await field("Name").fill(`Rare ${mark}`);
  for (const name of ["Mauve", "Sand"]) await addColor(name);
  await page.getByText("2 colorways will be created.").waitFor();
  await button("Create item").click();

  await page.getByText("1 colorway was not created").waitFor();
  const refused = page.getByRole("list", { name: "Colorways not created" });
  expect(await refused.textContent()).toMatch(/Sand: .*hue/i);
  await page.getByText("1 colorway was created.").waitFor();
  await expectAccessible();
  expect((await desk.service.call("DELETE", `/items/${takenId}`)).status).toBeLessThan(300);
  await button("Try again").click();

  await page.getByText(`Rare ${mark} created with 2 colorways.`).waitFor();
  await heading(`Rare ${mark}`).waitFor();
  expect((await optionsOf(styleIdOf(page.url()))).map(({ optionName }: { optionName: string }) => optionName)).toEqual([
    "Mauve",
    "Sand",
  ]);
  const sets = await read("/change-sets?limit=5");
  expect(sets.results.map(({ changeCount }: { changeCount: number }) => changeCount)).toContain(3);
  seat.expectQuiet();
});

test("an existing style gets more colorways, and shows those it has", async () => {
  const alpha = await read("/size-range-templates/federated/ALPHA");
  const mauve = await read("/colors/federated/Mauve");
  const name = `Cape ${mark}`;
  const style = await create("items", { name, typePath: "item:product:apparel", sizeRun: alpha.id });
  const option = { name, itemFamilyId: style.id, optionGroup: "color", optionName: "Mauve", shade: mauve.id };
  await create("items", { ...option, sizes: { sizes: ["S"] } });
  await seat.goto(`/entities/items/${style.id}`);
  await button("Add colorways").click();

  const dialog = page.getByRole("dialog", { name: `Add colorways to ${name}` });
  await dialog.getByRole("row", { name: /Mauve in the style/ }).waitFor();
  expect([await cell("Mauve, S").isChecked(), await cell("Mauve, M").isChecked()]).toEqual([true, false]);
  expect([await cell("Mauve, S").isDisabled(), await cell("Mauve, M").isDisabled()]).toEqual([true, true]);
  await field("Add colors").fill("Mauve");
  await page.keyboard.press("Enter");
  await addColor("Rust");
  await cell("Rust, L").uncheck();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Create 1 colorway" }).click();

  await page.getByText(`1 colorway added to ${name}.`).hover();
  await page.getByRole("navigation", { name: "Colorways" }).getByRole("link", { name: "Rust" }).waitFor();
  expect(await optionsOf(style.id)).toMatchObject([
    { optionName: "Mauve", sizes: { sizes: ["S"] } },
    { optionName: "Rust", sizes: { sizes: ["S", "M"] }, sizeRun: alpha.id },
  ]);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(async () => (await optionsOf(style.id)).length).toBe(1);
  seat.expectQuiet();
});

test("a pasted list adds all colors, up to the limit, and says which are left", async () => {
  const names = ["mauve", ...Array.from({ length: 100 }, (_, index) => `Shade ${index + 1}`)];
  await seat.goto("/entities/items/new?typePath=item:product:apparel");
  await field("Name").fill(`Many ${mark}`);
  await field("Add colors").focus();
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", ${JSON.stringify(names.join("\n"))});
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  })()`);

  await page.getByText("At most 100 colorways are created at a time: Shade 100 was not added.").waitFor();
  await page.getByText("100 colorways will be created.").waitFor();
  await button("Create item").click();
  await page.getByText(`Many ${mark} created with 100 colorways.`).waitFor();
  await heading(`Many ${mark}`).waitFor();

  expect((await optionsOf(styleIdOf(page.url()))).length).toBe(100);
  expect(await latestChangeSet()).toMatchObject({ changeCount: 101 });
  seat.expectQuiet();
});
