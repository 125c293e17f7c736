import type { Page } from "playwright-core";
import { expect } from "vitest";
import { type Console, type ConsolePage, openConsole } from "./console.ts";

/** The page of a new item, for the tests of a file. */
export let desk: Console;
export let seat: ConsolePage;
export let page: Page;

/** Each test has its own styles, so that none finds those of another. */
export let mark = 0;
export const password = "correct horse battery";
const narrow = { width: 390, height: 844 };
const wide = { width: 1440, height: 900 };

/** An organization with product types, colors, sizes and roles. */
export async function openNewItems(): Promise<void> {
  desk = await openConsole();
  await create("entity-types", {
    typePath: "item:product",
    label: "Product",
    presentation: { keyFacts: ["category"], sections: [{ title: "Material", properties: ["composition"] }] },
    properties: [
      { slug: "category", label: "Category", propertyType: "string", level: "family" },
      { slug: "composition", label: "Composition", propertyType: "string", level: "family" },
      { slug: "shade", label: "Shade", propertyType: "object_reference", referenceType: "color", level: "option" },
      { slug: "sizeRun", label: "Size run", propertyType: "object_reference", referenceType: "size-range-template" },
      { slug: "sizes", label: "Sizes", propertyType: "size_range", level: "option", templateProperty: "sizeRun" },
    ],
  });
  await create("entity-types", {
    typePath: "item:product:apparel",
    label: "Apparel",
    presentation: { icon: "shirt" },
    properties: [{ slug: "fit", label: "Fit", propertyType: "string", level: "family" }],
  });
  await create("entity-types", {
    typePath: "item:product:footwear",
    label: "Footwear",
    presentation: { icon: "shoe" },
    properties: [{ slug: "heel", label: "Heel height", propertyType: "number", level: "family" }],
  });
  for (const [name, hex] of [
    ["Mauve", "9d7b93"],
    ["Rust", "b0522d"],
    ["Sand", "d8c3a0"],
  ]) {
    await create("colors", { name, hex, federatedId: name });
  }
  await create("size-range-templates", { name: "Alpha", federatedId: "ALPHA", sizeRange: { sizes: ["S", "M", "L"] } });
  const rights = [
    { verbs: ["read"], typePath: "*" },
    { verbs: ["create"], typePath: "item:product:footwear" },
  ];
  await create("roles", { name: "shoemaker", rights });
  for (const role of ["viewer", "shoemaker"]) {
    await create("users", { email: `${role}@demo.example`, name: `Ada ${role}`, role, password });
  }
  seat = await desk.openSignedIn("/loads", { viewport: wide });
  ({ page } = seat);
}

export function beginNext(): void {
  mark += 1;
}

export async function create(path: string, body: object) {
  const answer = await desk.service.call("POST", `/${path}`, { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

export async function read(path: string) {
  const answer = await desk.service.call("GET", path);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

/** The options of a style, by name. */
export async function optionsOf(styleId: string) {
  const { results } = await read(`/items?criteria=~(itemFamilyId~'${styleId}~optionGroup~'color)&limit=500`);
  const byName = (one: { optionName: string }, other: { optionName: string }) =>
    one.optionName.localeCompare(other.optionName);
  return results.toSorted(byName);
}

export async function latestChangeSet() {
  return (await read("/change-sets?limit=1")).results[0];
}

export const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });
export const type = (name: string) => page.getByRole("tree", { name: "Types" }).getByRole("treeitem", { name });
export const field = (name: string) => page.getByRole("textbox", { name, exact: true });
export const cell = (name: string) => page.getByRole("checkbox", { name, exact: true });
export const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });

export async function addColor(name: string): Promise<void> {
  await field("Add colors").fill(name);
  await page.getByRole("option", { name, exact: true }).click();
}

/** Both themes, wide and narrow. */
export async function expectAccessible(): Promise<void> {
  await seat.expectAccessible();
  await page.setViewportSize(narrow);
  await seat.expectAccessible();
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  await page.setViewportSize(wide);
}

export function styleIdOf(url: string): string {
  return new URL(url).pathname.split("/").at(-1) ?? "";
}
