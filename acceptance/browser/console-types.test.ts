import { afterAll, beforeAll, expect, test } from "vitest";
import { type Console, openConsole } from "../testing/console.ts";

let console: Console;

beforeAll(async () => {
  console = await openConsole();
});

afterAll(() => console.close());

test("a type and a property are created, the arrow keys move in the tree, and entities are validated by it", async () => {
  const { page, goto, expectQuiet, expectAccessible } = await console.openSignedIn("/types/item");

  await page.getByText("No own properties").waitFor();
  await page.getByRole("button", { name: "New subtype" }).click();
  await page.getByRole("textbox", { name: "Label" }).fill("Shoe");
  await expectAccessible();
  await page.getByRole("button", { name: "Create type" }).click();
  await page.getByRole("heading", { name: "Shoe", level: 1 }).waitFor();
  await page.getByRole("button", { name: "New property" }).click();
  await page.getByRole("textbox", { name: "Label" }).fill("Heel height");
  await page.getByRole("combobox", { name: "Data type" }).click();
  await page.getByRole("option", { name: "Number", exact: true }).click();
  await page.getByLabel("Minimum").fill("0");
  await page.getByText("No conflicts").waitFor();
  await expectAccessible();
  await page.getByRole("button", { name: "Add property" }).click();
  await page.getByRole("cell", { name: "Heel height heelHeight" }).waitFor();
  await expectAccessible();
  const refused = await createShoe({ name: "Pump", heelHeight: -1 });
  await goto("/types");
  await page.getByRole("treeitem", { name: "Shoe" }).waitFor();
  await expectAccessible();
  await page.getByRole("treeitem").first().focus();
  // Past assortment, assortment item, color, custom entity and item.
  for (const _step of Array(5)) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");

  await page.getByRole("heading", { name: "Shoe", level: 1 }).waitFor();
  expect(refused.body.errors[0].pointer).toBe("#/heelHeight");
  expectQuiet();
});

test("a type is created from the page of types, below a type of any kind, by administrators only", async () => {
  await console.service.call("POST", "/entity-types", { body: { typePath: "item:glove", label: "Glove" } });
  const { page, expectQuiet, expectAccessible } = await console.openSignedIn("/types");

  await page.getByRole("button", { name: "New type" }).click();
  const dialog = page.getByRole("dialog", { name: "New type" });
  await dialog.getByRole("textbox", { name: "Label" }).fill("Mitten");
  await dialog.getByRole("combobox", { name: "Below" }).click();
  await page.getByRole("option", { name: "Glove (item:glove)" }).click();
  await dialog.getByText("The path is item:glove:mitten.", { exact: false }).waitFor();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Create type" }).click();
  await page.getByRole("heading", { name: "Mitten", level: 1 }).waitFor();

  const { status, body } = await console.service.call("GET", "/entity-types/item:glove:mitten");
  expect([status, body.label]).toEqual([200, "Mitten"]);
  expectQuiet();
  const person = { email: "ada@demo.example", password: "correct horse battery" };
  await console.service.call("POST", "/users", { body: { ...person, name: "Ada", role: "editor" } });
  const other = await console.open();
  await other.goto("/sign-in?next=%2Ftypes");
  await other.signIn(person);
  await other.page.getByRole("treeitem", { name: "Mitten" }).waitFor();
  expect(await other.page.getByRole("button", { name: "New type" }).count()).toBe(0);
});

test("a change that would make entities invalid is previewed with counts, and saved only on request", async () => {
  await console.service.call("POST", "/entity-types", {
    body: { typePath: "item:boot", properties: [{ slug: "shaft", label: "Shaft", propertyType: "string" }] },
  });
  await createEntity({ typePath: "item:boot", name: "Wellington", shaft: "tall" });
  await createEntity({ typePath: "item:boot", name: "Chelsea" });
  const { page, expectQuiet, expectAccessible } = await console.openSignedIn("/types/item:boot");

  await page.getByRole("button", { name: "More actions for Shaft" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await page.getByRole("combobox", { name: "Data type" }).click();
  await page.getByRole("option", { name: "Number", exact: true }).click();
  await page.getByText("1 stored entity would become invalid").waitFor();
  await page.getByRole("listitem").filter({ hasText: "because of shaft: 1" }).waitFor();
  await expectAccessible();
  await page.getByRole("switch", { name: "Required" }).click();
  await page.getByText("2 stored entities would become invalid").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  const { body: kept } = await console.service.call("GET", "/entity-types/item:boot");
  await page.getByRole("button", { name: "More actions for Shaft" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await page.getByRole("switch", { name: "Required" }).click();
  await page.getByRole("button", { name: "Save anyway (1 stored entity invalid)" }).click();
  await page.getByText("Property shaft saved.").waitFor();
  await page.getByRole("button", { name: "More actions for the type" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();

  await page.getByText("2 stored entities have the type item:boot").first().waitFor();
  await expectAccessible();
  const { body: saved } = await console.service.call("GET", "/entity-types/item:boot");
  expect(kept.properties[0]).toMatchObject({ propertyType: "string", required: false });
  expect(saved.properties[0]).toMatchObject({ propertyType: "string", required: true });
  expectQuiet();
});

test("how a type looks is edited with the keyboard alone, inherited below it, and shown in the menu", async () => {
  const properties = [
    { slug: "heel", label: "Heel", propertyType: "number" },
    { slug: "shot", label: "Shot", propertyType: "image" },
  ];
  await console.service.call("POST", "/entity-types", {
    body: { typePath: "item:slipper", label: "Slipper", properties },
  });
  for (const typePath of ["item:slipper:beach", "item:scarf"]) {
    await console.service.call("POST", "/entity-types", { body: { typePath } });
  }
  const { page, goto, expectQuiet, expectAccessible } = await console.openSignedIn("/types/item:slipper");

  await page.getByRole("button", { name: "Edit look" }).press("Enter");
  await page.getByRole("textbox", { name: "Plural label" }).waitFor();
  await page.keyboard.type("Slippers");
  await page.getByRole("radio", { name: "Inherited" }).press("ArrowRight");
  await expectAccessible();
  await page.getByRole("combobox", { name: "Picture", exact: true }).press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("combobox", { name: "Key facts" }).focus();
  await page.keyboard.type("Hee");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Add section" }).press("Enter");
  await page.getByRole("combobox", { name: "Properties of section 1" }).focus();
  await page.keyboard.type("Hee");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Save look" }).press("Enter");
  await page.getByText("Every section needs a title.").waitFor();
  await page.getByRole("textbox", { name: "Title of section 1" }).fill("Build");
  await page.keyboard.press("Enter");
  await page.getByText("Look saved.").waitFor();

  await page.getByRole("link", { name: "Slippers", exact: true }).waitFor();
  const { body: saved } = await console.service.call("GET", "/entity-types/item:slipper");
  expect(saved.presentation).toEqual({
    ...{ pluralLabel: "Slippers", icon: "shirt", pictureProperty: "shot", keyFacts: ["heel"] },
    sections: [{ title: "Build", properties: ["heel"] }],
  });
  await goto("/types/item:slipper:beach");
  const look = page.getByRole("region", { name: "How it looks" });
  await look.getByText("Build").waitFor();
  await look.getByText("Shot").waitFor();
  expectQuiet();
});

test("an undefined property is defined, and its texts are converted", async () => {
  await createEntity({ typePath: "item:hat", name: "Beret", "Brim width": "3" });
  await createEntity({ typePath: "item:hat", name: "Fedora", "Brim width": "6.5" });
  const { page, expectQuiet, expectAccessible } = await console.openSignedIn("/types/item:hat");

  await page.getByText("found in an entity, not defined yet").waitFor();
  await page.getByRole("button", { name: "Define Brim width" }).click();
  await page.getByText("2 stored entities would be converted.").waitFor();
  await expectAccessible();
  await page.getByRole("button", { name: "Define property" }).click();
  await page.getByRole("cell", { name: "Brim width brimWidth" }).waitFor();
  await page.getByText("have no undefined properties").waitFor();

  const { body } = await console.service.call("GET", "/items?criteria=~(typePath~'item*3ahat)");
  expect(body.results.map(({ brimWidth }: { brimWidth: number }) => brimWidth)).toEqual([3, 6.5]);
  expectQuiet();
});

test("an option set is created, edited and reordered; removing an option in use is previewed", async () => {
  const { page, expectQuiet, expectAccessible } = await console.openSignedIn("/option-sets");
  await page.getByText("No option sets yet").waitFor();

  await page.getByRole("button", { name: "New option set" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Soles");
  await page.getByRole("textbox", { name: "Options" }).fill("rubber, Rubber\nleather, Leather\njute");
  await page.getByRole("button", { name: "Create option set" }).click();
  await page.getByRole("heading", { name: "Soles", level: 1 }).waitFor();
  await expectAccessible();
  await page.getByRole("textbox", { name: "Label of option 3" }).fill("Jute");
  await page.getByRole("button", { name: "Move Jute up" }).click();
  await page.getByText("To be saved: 1 renamed, reordered.").waitFor();
  await page.getByRole("button", { name: "Save options" }).click();
  await page.getByText("Options saved.").waitFor();
  const [, id = ""] = /option-sets\/([\w-]+)$/.exec(page.url()) ?? [];
  const { body: ordered } = await console.service.call("GET", `/option-sets/${id}`);
  await console.service.call("POST", "/entity-types", {
    body: {
      typePath: "item:sandal",
      properties: [{ slug: "sole", label: "Sole", propertyType: "choice", optionSetId: id }],
    },
  });
  await createEntity({ typePath: "item:sandal", name: "Espadrille", sole: "jute" });
  await page.reload();
  await page.getByRole("link", { name: "Sole of item:sandal" }).waitFor();
  await page.getByRole("button", { name: "Remove Jute" }).click();
  await page.getByText("1 stored entity would become invalid").waitFor();
  await expectAccessible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("button", { name: "Delete option set" }).click();

  await page.getByRole("alert").getByText("The option set is used by sole of item:sandal.").waitFor();
  expect(ordered.options).toEqual([
    { value: "rubber", display: "Rubber" },
    { value: "jute", display: "Jute" },
    { value: "leather", display: "Leather" },
  ]);
  expectQuiet();
});

test("an option gets a color, and loses it", async () => {
  const { body: set } = await console.service.call("POST", "/option-sets", {
    body: { name: "Stages", options: [{ value: "new", display: "New" }] },
  });
  const colorOf = async () => (await console.service.call("GET", `/option-sets/${set.id}`)).body.options[0].color;
  const { page, expectQuiet, expectAccessible } = await console.openSignedIn(`/option-sets/${set.id}`);
  const choice = page.getByRole("combobox", { name: "Color of option 1" });

  await choice.click();
  await page.getByRole("option", { name: "Violet" }).click();
  await page.getByText("To be saved: 1 colored.").waitFor();
  await expectAccessible();
  await page.getByRole("button", { name: "Save options" }).click();
  await page.getByText("Options saved.").waitFor();
  expect(await colorOf()).toBe("violet");
  await choice.click();
  await page.getByRole("option", { name: "Violet" }).click();
  await page.getByText("To be saved: 1 colored.").waitFor();
  await page.getByRole("button", { name: "Save options" }).click();

  await expect.poll(colorOf).toBeUndefined();
  expectQuiet();
});

test("the reference finds an operation by keyword and shows how to call it", async () => {
  const { page, goto, expectQuiet, expectAccessible } = await console.openSignedIn("/reference");

  await page.getByRole("textbox", { name: "Search operations" }).fill("replay webhook");
  await page.getByRole("button", { name: "/webhooks/{id}/replay" }).click();
  await page.getByText('curl -X POST "').waitFor();
  await page.getByRole("cell", { name: "since required" }).waitFor();
  await expectAccessible();
  await page.getByRole("tab", { name: "Java" }).click();
  await page.getByText("Weft.builder()").waitFor();
  await goto("/reference?operation=list-items");
  await page.getByText('await weft.call("list-items");').waitFor();

  expect(await page.getByRole("link", { name: "Full reference" }).getAttribute("href")).toBe("/api/docs");
  expectQuiet();
});

test("at phone width nothing overflows the page", async () => {
  const { page, goto } = await console.openSignedIn("/types", { viewport: { width: 360, height: 740 } });
  const { body } = await console.service.call("GET", "/option-sets?limit=1");

  for (const path of [
    "/types",
    "/types/item:boot",
    "/option-sets",
    `/option-sets/${body.results[0].id}`,
    "/reference",
  ]) {
    await goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
    expect(await page.evaluate("document.documentElement.scrollWidth"), path).toBe(360);
  }
});

function createEntity(body: Readonly<Record<string, unknown>>) {
  return console.service.call("POST", "/items", { body });
}

function createShoe(body: Readonly<Record<string, unknown>>) {
  return createEntity({ typePath: "item:shoe", ...body });
}
