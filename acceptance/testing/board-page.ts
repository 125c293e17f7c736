import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Console } from "./console.ts";

export interface Vest {
  readonly id: string;
  readonly version: number;
}

const call = (desk: Console, method: string, path: string, body?: object) =>
  desk.service.call(method, path, body === undefined ? {} : { body });

/** A type with choices: a stage of styles, a required grade, and a phase that is disabled. */
export async function makeVestType(desk: Console): Promise<void> {
  const options = ["Idea", "Sample", "Final"].map((display) => ({ value: display.toLowerCase(), display }));
  const { body: set } = await call(desk, "POST", "/option-sets", { name: "Stages", options });
  const choice = { propertyType: "choice", optionSetId: set.id };
  const { status, body } = await call(desk, "POST", "/entity-types", {
    typePath: "item:vest",
    label: "Vest",
    presentation: { pluralLabel: "Vests" },
    properties: [
      { slug: "stage", label: "Stage", level: "family", ...choice },
      { slug: "grade", label: "Grade", required: true, ...choice },
      { slug: "phase", label: "Phase", disabled: true, ...choice },
      { slug: "price", label: "Price", propertyType: "number" },
    ],
  });
  expect(status, JSON.stringify(body)).toBe(201);
}

/** Vests of a test, by their names. Those of other tests are deleted, options before their styles. */
export async function makeVests(
  desk: Console,
  vests: Readonly<Record<string, object>>,
): Promise<Readonly<Record<string, Vest>>> {
  for (const role of ["option", "family"]) {
    const { results } = (await call(desk, "GET", `/items?limit=1000&criteria=${JSON.stringify({ role })}`)).body;
    const operations = results.map(({ id }: Vest) => ({ op: "delete", id }));
    if (operations.length > 0) expect((await call(desk, "POST", "/items/batch", { operations })).status).toBe(200);
  }
  const made: Record<string, Vest> = {};
  for (const [name, more] of Object.entries(vests)) {
    const { status, body } = await call(desk, "POST", "/items", {
      name,
      typePath: "item:vest",
      grade: "idea",
      ...more,
    });
    expect(status, JSON.stringify(body)).toBe(201);
    made[name] = body;
  }
  return made;
}

export const columnNamed = (page: Page, name: string) => page.getByRole("region", { name: new RegExp(`^${name}, `) });

export const cardNamed = (page: Page, name: string) =>
  page.getByRole("gridcell").filter({ has: page.getByRole("link", { name, exact: true }) });

/** "Idea, 2 items: Alba, Bern". */
async function columnsOf(page: Page): Promise<readonly string[]> {
  const columns = await page
    .getByRole("region")
    .filter({ has: page.getByRole("heading", { level: 2 }) })
    .all();
  return Promise.all(
    columns.map(async (column) => {
      const names = await column.getByRole("row").getByRole("link").allTextContents();
      return `${await column.getAttribute("aria-label")}: ${names.join(", ")}`;
    }),
  );
}

export async function expectColumns(page: Page, columns: readonly string[]): Promise<void> {
  await expect.poll(() => columnsOf(page), { timeout: 15_000 }).toEqual(columns);
}

export async function drag(page: Page, name: string, column: string): Promise<void> {
  const from = await cardNamed(page, name).boundingBox();
  const to = await columnNamed(page, column).boundingBox();
  if (from === null || to === null) throw new Error(`${name} or ${column} is not visible.`);
  await page.mouse.move(from.x + from.width / 2, from.y + from.height - 12);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2 + 8, from.y + from.height - 4, { steps: 3 });
  await page.mouse.move(to.x + to.width / 2, to.y + 90, { steps: 8 });
  await page.mouse.up();
}

export const vestNamed = (vests: Readonly<Record<string, Vest>>, name: string): Vest => {
  const vest = vests[name];
  if (vest === undefined) throw new Error(name);
  return vest;
};
