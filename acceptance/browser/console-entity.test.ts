import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Console, type ConsolePage, openConsole } from "../testing/console.ts";

let desk: Console;
let seat: ConsolePage;
let page: Page;

/** Each test has its own entities, so that none finds those of another. */
let mark = 0;

beforeAll(async () => {
  desk = await openConsole();
  const { body: fits } = await desk.service.call("POST", "/option-sets", {
    body: {
      name: "Fits",
      options: [
        { value: "slim", display: "Slim fit" },
        { value: "wide", display: "Wide fit" },
      ],
    },
  });
  await desk.service.call("POST", "/entity-types", {
    body: {
      typePath: "item:coat",
      label: "Coat",
      properties: [
        { slug: "price", label: "Price", propertyType: "currency", currency: "EUR", min: 1 },
        { slug: "fit", label: "Fit", propertyType: "choice", optionSetId: fits.id },
        { slug: "shade", label: "Shade", propertyType: "object_reference", referenceType: "color" },
        { slug: "care", label: "Care", propertyType: "text", required: true },
        {
          slug: "double",
          label: "Double price",
          propertyType: "formula",
          expression: "{price} * 2",
          resultKind: "number",
        },
        { slug: "notes", label: "Notes", propertyType: "json" },
        { slug: "photo", label: "Photo", propertyType: "image" },
        { slug: "source", label: "Source", propertyType: "url" },
      ],
    },
  });
  seat = await desk.openSignedIn("/loads");
  ({ page } = seat);
});

afterAll(() => desk.close());

beforeEach(() => {
  mark += 1;
});

async function create(path: string, body: object): Promise<{ readonly id: string; readonly version: number }> {
  const answer = await desk.service.call("POST", `/${path}`, { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

function coat(name: string, more: object = {}) {
  return create("items", { name, typePath: "item:coat", care: "Hand wash", price: 100, ...more });
}

const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });

test("an item is created with the form, which shows errors at each field", async () => {
  await create("colors", { name: `Moss ${mark}`, hex: "556b2f" });
  await seat.goto("/entities/items/new");

  await page.getByRole("treeitem", { name: "Coat" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(`Parka ${mark}`);
  await page.getByLabel("Price", { exact: true }).fill("0.5");
  await page.getByRole("button", { name: "Create item" }).click();

  const summary = page.getByRole("alert").filter({ hasText: "Not saved:" });
  await summary.getByText("price must be at least 1.").waitFor();
  await summary.getByText("care is missing", { exact: false }).waitFor();
  await seat.expectAccessible();
  await summary.getByRole("button", { name: "Price" }).click();
  expect(await page.evaluate("document.activeElement.closest('#field-price') !== null")).toBe(true);

  await page.getByLabel("Price", { exact: true }).fill("129.5");
  await page.getByRole("textbox", { name: "Care" }).fill("Brush it,\nnever wash it.");
  await page.getByRole("combobox", { name: "Fit" }).click();
  await page.getByRole("option", { name: "Wide fit" }).click();
  await page.getByRole("combobox", { name: "Shade" }).fill("moss");
  await page.getByRole("option", { name: `Moss ${mark}` }).click();
  await page.getByRole("button", { name: "Create item" }).click();

  await heading(`Parka ${mark}`).waitFor();
  await page.getByRole("row", { name: /^Price.*€129\.50/ }).waitFor();
  await page.getByRole("row", { name: /Double price.*259/ }).waitFor();
  await page.getByRole("link", { name: `Moss ${mark}` }).waitFor();
  await seat.expectAccessible();
  seat.expectQuiet();
});

test("an edit is in the activity with old and new values, and the previous version can be viewed", async () => {
  const { id } = await coat(`Cape ${mark}`, { fit: "slim", handle: "horn" });
  await seat.goto(`/entities/items/${id}`);

  await page.getByRole("button", { name: "Edit Fit" }).click();
  await page.getByRole("option", { name: "Wide fit" }).click();
  await page.getByText("Fit saved.").waitFor();
  await page.getByRole("tab", { name: "Activity" }).click();

  const act = page.getByRole("article", { name: /changed Fit/ });
  await act.getByText("in the console").waitFor();
  expect(await act.getByRole("listitem").textContent()).toMatch(/Fit.*Slim fit.*Wide fit/);
  await seat.expectAccessible();
  await page
    .getByRole("article", { name: /created/ })
    .getByRole("button", { name: "Actions of the change" })
    .click();
  await page.getByRole("menuitem", { name: "View this version" }).click();
  await page.getByText("Past version 1").waitFor();
  await page.getByRole("tab", { name: "Details" }).click();
  await page.getByRole("row", { name: /^Fit.*Slim fit/ }).waitFor();
  expect(await page.getByRole("button", { name: /^Edit / }).count()).toBe(0);
  await page.getByRole("link", { name: "View current version" }).click();
  await page.getByRole("row", { name: /^Fit.*Wide fit/ }).waitFor();
  await page.getByRole("row", { name: /handle not defined horn/ }).waitFor();
  await seat.expectAccessible();
  seat.expectQuiet();
});

/** The first picture starts the process that renders thumbnails. */
const rendering = { timeout: 30_000 };

/** Forty pixels wide, 400 high. */
const banner = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAACgAAAGQCAIAAABTcrWWAAAAv0lEQVR42u3NMQEAAAwCIGMb3wg790AB0icRi8VisVgsFovFYrFYLBaLxWKxWCwWi8VisVgsFovFYrFYLBaLxWKxWCwWi8VisVgsFovFYrFYLBaLxWKxWCwWi8VisVgsFovFYrFYLBaLxWKxWCwWi8VisVgsFovFYrFYLBaLxWKxWCwWi8VisVgsFovFYrFYLBaLxWKxWCwWi8VisVgsFovFYrFYLBaLxWKxWCwWi8VisVgsFovFYrFYLBaLxZcBy8DpGvtNUkIAAAAASUVORK5CYII=",
  "base64",
);

test("a picture is chosen on the page of the item, shown whole, replaced and removed", async () => {
  const { id } = await coat(`Poncho ${mark}`);
  const stored = async () => (await desk.service.call("GET", `/items/${id}`)).body.photo;
  const picture = "document.querySelector('img[alt^=\"Picture of\"]')";
  const sourceOf = () => page.evaluate(`${picture}?.src`);
  const heightByWidth = () =>
    page.evaluate(`(() => {
      const image = ${picture};
      const isWhole = image !== null && getComputedStyle(image).objectFit === "contain";
      return isWhole ? Math.round(image.naturalHeight / Math.max(1, image.naturalWidth)) : undefined;
    })()`);
  const choose = () =>
    page.setInputFiles("input[type=file]", { name: "front.png", mimeType: "image/png", buffer: banner });
  await seat.goto(`/entities/items/${id}`);
  await page.getByRole("button", { name: "Add picture" }).waitFor();

  await choose();
  await expect.poll(heightByWidth, rendering).toBe(10);
  const first = await sourceOf();
  await seat.expectAccessible();
  await choose();
  await expect.poll(sourceOf, rendering).not.toBe(first);
  await expect.poll(heightByWidth, rendering).toBe(10);
  await expect.poll(async () => String(await sourceOf()).includes(String(await stored()))).toBe(true);
  await page.getByRole("button", { name: "Actions of the picture" }).click();
  await page.getByRole("menuitem", { name: "Remove picture" }).click();
  await expect.poll(stored).toBeUndefined();
  await page.getByRole("button", { name: "Add picture" }).waitFor();
  seat.expectQuiet();
});

test("a user who saves second sees both values, decides, and overwrites nothing unseen", async () => {
  const { id } = await coat(`Shawl ${mark}`);
  await seat.goto(`/entities/items/${id}?field=price`);
  await page.getByRole("textbox", { name: "Price" }).fill("80");
  await desk.service.call("PUT", `/items/${id}`, { body: { price: 90, fit: "slim" } });

  await page.keyboard.press("Enter");

  const conflict = page.getByRole("region", { name: "Conflict" });
  await conflict.getByRole("row", { name: /Price €100\.00 €90\.00 €80\.00/ }).waitFor();
  await conflict.getByText("Changed only by them: Fit").waitFor();
  await seat.expectAccessible();
  expect((await desk.service.call("GET", `/items/${id}`)).body).toMatchObject({ price: 90 });
  await conflict.getByRole("radiogroup", { name: "Keep for Price" }).getByText("Mine").click();
  await conflict.getByRole("button", { name: "Save selected values" }).click();

  await conflict.waitFor({ state: "detached" });
  const { body } = await desk.service.call("GET", `/items/${id}`);
  expect(body).toMatchObject({ price: 80, fit: "slim", version: 3 });
  seat.expectQuiet();
});

test("a change of another field does not conflict", async () => {
  const { id } = await coat(`Wrap ${mark}`);
  await seat.goto(`/entities/items/${id}?field=price`);
  await page.getByRole("textbox", { name: "Price" }).fill("80");
  await desk.service.call("PUT", `/items/${id}`, { body: { fit: "slim" } });

  await page.keyboard.press("Enter");

  await page.getByText("Price saved.").waitFor();
  expect((await desk.service.call("GET", `/items/${id}`)).body).toMatchObject({ price: 80, fit: "slim" });
  seat.expectQuiet();
});

test("leaving a form with changes asks first", async () => {
  const { id } = await coat(`Stole ${mark}`);
  await seat.goto(`/entities/items/new?from=${id}`);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Something else");

  await page.getByRole("link", { name: "Overview", exact: true }).click();
  await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Stay" }).click();

  expect(await page.getByRole("textbox", { name: "Name", exact: true }).inputValue()).toBe("Something else");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave without saving" }).click();
  await heading("Items").waitFor();
  seat.expectQuiet();
});

test("a deletion shows its dependents beforehand, by name and number", async () => {
  const refused: string[] = [];
  page.on("response", (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
  });
  const family = await coat(`Family ${mark}`);
  await coat(`Family ${mark}`, { itemFamilyId: family.id, optionName: "Red" });
  const project = await create("projects", { name: `Season ${mark}` });
  await create("project-items", { projectId: project.id, itemId: family.id });
  await seat.goto(`/entities/items/${family.id}?tab=relations`);
  await page.getByRole("navigation", { name: "Colorways" }).getByRole("link", { name: "Red" }).waitFor();
  await page.getByRole("link", { name: `Season ${mark}` }).waitFor();

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete this item…" }).click();

  const dialog = page.getByRole("dialog", { name: `Delete item "Family ${mark}"` });
  await dialog.getByText("1 item, 1 project item").waitFor();
  await dialog.getByText(`Family ${mark}, Red`).waitFor();
  await dialog.getByText(`Season ${mark}`).waitFor();
  await seat.expectAccessible();
  await dialog.getByRole("button", { name: "Delete with dependents" }).click();
  await page.waitForURL("**/entities/items");
  expect((await desk.service.call("GET", `/items/${family.id}`)).status).toBe(404);

  await page.goto(`${desk.service.address}/entities/items/${family.id}`);
  await page.getByText("This item was deleted").waitFor();
  expect(refused.filter((answer) => !answer.startsWith("404"))).toEqual([]);
  seat.expectQuiet();
});

test("two items are compared where they differ, and a value is copied from one to the other", async () => {
  const one = await coat(`Left ${mark}`, { price: 10 });
  const other = await coat(`Right ${mark}`, { price: 20 });
  await seat.goto(`/compare/items?ids=${one.id},${other.id}`);

  const table = page.getByRole("table", { name: "Comparison" });
  await table.getByRole("row", { name: /Price €10\.00.*€20\.00/ }).waitFor();
  expect(await table.getByRole("row", { name: /^Care/ }).count()).toBe(0);
  await seat.expectAccessible();
  await page.getByLabel("Show identical values").click();
  await table.getByRole("row", { name: /^Care Hand wash/ }).waitFor();
  await page.getByRole("button", { name: `Copy Price of Left ${mark}` }).click();
  await page.getByRole("menuitem", { name: `Right ${mark}` }).click();
  const dialog = page.getByRole("dialog", { name: `Change Price of "Right ${mark}"` });
  await dialog.getByText("From €20.00 to €10.00").waitFor();
  await dialog.getByRole("button", { name: "Copy value" }).click();

  await table.getByRole("row", { name: /Price €10\.00.*€10\.00/ }).waitFor();
  expect((await desk.service.call("GET", `/items/${other.id}`)).body).toMatchObject({ price: 10, version: 2 });
  seat.expectQuiet();
});

test("the palette finds an item by name, an entity by id, and runs actions, with the keyboard alone", async () => {
  const { id } = await coat(`Anorak ${mark}`, { federatedId: `ANO-${mark}` });
  const { body: color } = await desk.service.call("POST", "/colors", { body: { name: `Teal ${mark}`, hex: "008080" } });
  await seat.goto("/loads");
  const search = page.getByRole("combobox", { name: "Search or go to" });
  await page.getByRole("button", { name: /Search or go to/ }).waitFor();

  await page.keyboard.press("Control+k");
  await search.fill(`anorak ${mark}`);
  await page.getByRole("option", { name: `Anorak ${mark}` }).waitFor();
  await seat.expectAccessible();
  await page.keyboard.press("Enter");
  await heading(`Anorak ${mark}`).waitFor();
  expect(page.url()).toContain(`/entities/items/${id}`);

  await page.keyboard.press("Control+k");
  await search.fill(color.id);
  await page.getByRole("option", { name: `Teal ${mark}` }).waitFor();
  await page.keyboard.press("Enter");
  await heading(`Teal ${mark}`).waitFor();

  await page.keyboard.press("Control+k");
  await search.fill("new ");
  await page.getByRole("option", { name: "New item" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await heading("New item").waitFor();
  seat.expectQuiet();
});
