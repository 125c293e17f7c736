import type { Page } from "playwright-core";
import { expect } from "vitest";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { type Console, type ConsolePage, openConsole } from "./console.ts";
import { namesOf } from "./grid-page.ts";

/** Coats in groups, for the tests of a file. */
export let desk: Console;
export const list = "/entities/items?type=item:coat";

/** Styles, each with its options in the same category. */
const styles = [
  { name: "Trench", category: "outer", price: 200, tags: ["rain", "city"], isLined: true, options: ["Mauve", "Rust"] },
  { name: "Parka", category: "outer", price: 100, tags: ["rain"], isLined: false, options: ["Olive"] },
  { name: "Slip", category: "dress", price: 90, tags: [], options: ["Mauve"] },
  { name: "Sash", price: 15, tags: ["city"], options: [] },
];

export async function openCoats(): Promise<void> {
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
}

/** The values with which each test begins. */
export async function resetCoats(): Promise<void> {
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
}

const call = (method: string, path: string, body?: object) =>
  desk.service.call(method, path, body === undefined ? {} : { body });

async function batch(operations: readonly object[]): Promise<void> {
  const { status, body } = await call("POST", "/items/batch", { operations });
  expect(status, JSON.stringify(body)).toBe(200);
}

export async function openList(path = list, viewport = { width: 1440, height: 900 }): Promise<ConsolePage> {
  const opened = await desk.openSignedIn("/entities/items", { viewport });
  await opened.goto(path);
  return opened;
}

export const headers = (page: Page) => page.locator("tr[data-group]");
export const header = (page: Page, label: string) => headers(page).filter({ hasText: label });
const textsOf = async (page: Page) => (await headers(page).locator("td:nth-child(2)").allTextContents()).join(" | ");

export async function expectGroups(page: Page, ...texts: string[]): Promise<void> {
  await waitUntil(texts.join(" | "), async () => (await textsOf(page)) === texts.join(" | ")).catch(async () => {
    expect(await textsOf(page)).toBe(texts.join(" | "));
  });
}

export async function choose(page: Page, button: string | RegExp, item: string): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}
export async function expectNames(page: Page, ...names: string[]): Promise<void> {
  await waitUntil(names.join(), async () => (await namesOf(page)).join() === names.join()).catch(async () => {
    expect(await namesOf(page)).toEqual(names);
  });
}

export async function openHeading(page: Page, heading: string, item: string): Promise<void> {
  await page.getByRole("columnheader", { name: heading }).hover();
  await choose(page, `Menu of ${heading}`, item);
}

export async function choosePopover(page: Page, button: string, item: string): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).click();
  await page.getByRole("button", { name: item }).click();
}
