import type { Page } from "playwright-core";
import { waitUntil } from "../../../server/src/testing/wait-until.ts";
import { type Hands, type Part, Person } from "../acts.ts";

/** Where a task is performed: a page that is signed in, on demo data. */
export interface TaskStage {
  readonly page: Page;
  goto(path: string): Promise<void>;
  /** Calls the API, below /api, as JSON. */
  call(method: string, path: string, body?: object): Promise<Body>;
  /** A page of another user who is signed in, and may only read. */
  colleague(): Promise<Page>;
}

// biome-ignore lint/suspicious/noExplicitAny: as TestAnswer, the shape is what the check reads.
type Body = any;

/** A task of a person in the console, with the most acts and seconds that it may take. */
export interface ConsoleTask {
  readonly number: number;
  readonly name: string;
  readonly actsMax: number;
  /** Until the result shows. */
  readonly secondsMax: number;
  /** The acts that it repeats, such as rows to look at: the seconds are for each of them. */
  readonly repeats?: number;
  /** Brings the data and the page to where the task begins. */
  prepare(stage: TaskStage): Promise<void>;
  byMouse(person: Person, stage: TaskStage): Promise<void>;
  byKeyboard(person: Person, stage: TaskStage): Promise<void>;
  /** Throws unless the result is right. */
  check(stage: TaskStage): Promise<void>;
}

/** Does the task once. */
export async function performTask(task: ConsoleTask, stage: TaskStage, hands: Hands): Promise<Person> {
  await task.prepare(stage);
  const person = new Person(stage.page, hands);
  await (hands === "mouse" ? task.byMouse(person, stage) : task.byKeyboard(person, stage));
  await task.check(stage);
  return person;
}

export const apparel = "/entities/items?type=item:product:apparel&order=federatedId";

/** Opens a list. The focus is in its first cell, as after any act there. */
export async function openList({ page, goto }: TaskStage, path = apparel, firstRow = "Runa V-Neck Pullover") {
  await page.evaluate("localStorage.clear()");
  await goto(path);
  await page
    .locator(`tr:has(a:text-is(${JSON.stringify(firstRow)})) img`)
    .first()
    .waitFor();
  await page.locator('td[tabindex="0"]').focus();
}

/** The row of a style or a colorway. */
export function rowOf(view: Part, name: string): Part {
  return view.locator(`tr:has(a:text-is(${JSON.stringify(name)}))`);
}

export function headingOf(view: Part, heading: string): Part {
  return view.getByRole("columnheader", { name: heading, exact: true });
}

/** The cell of a row in the column with this heading. */
export async function cellOf(view: Part, row: string | number, heading: string): Promise<Part> {
  const place = await headingOf(view, heading).getAttribute("aria-colindex");
  const line = typeof row === "string" ? rowOf(view, row) : view.locator(`tr[aria-rowindex="${row + 2}"]`);
  return line.locator(`td[aria-colindex="${place}"]`);
}

export async function openPalette(person: Person, hands: Hands): Promise<void> {
  if (hands === "mouse") await person.click(person.view.getByRole("button", { name: /Search or go to/ }));
  else await person.press("Control+K");
  await person.seeFocus(person.view.getByRole("combobox", { name: "Search or go to" }));
}

export function expectSame(actual: unknown, expected: unknown): void {
  const [found, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (found !== wanted) throw new Error(`The result is ${found}, not ${wanted}.`);
}

/** Polls what is stored: a table shows a value before. */
export async function expectStored<Value>(read: () => Promise<Value>, expected: Value): Promise<void> {
  const wanted = JSON.stringify(expected);
  await waitUntil(`${wanted} is stored`, async () => JSON.stringify(await read()) === wanted, storedMaxMs);
}

const storedMaxMs = 10_000;

/** Whether so many pictures are visible in the window, completely loaded. */
export function picturesVisible(count: number): string {
  return `[...document.querySelectorAll("#content img")].filter((image) => {
    const { top, bottom, width } = image.getBoundingClientRect();
    return image.complete && image.naturalWidth > 0 && width > 0 && top < innerHeight && bottom > 0;
  }).length >= ${count}`;
}

export interface Style {
  readonly id: string;
  readonly name: string;
  readonly retailPrice: number;
  readonly costPrice: number;
  readonly category: string;
  readonly gender: string;
}

/** The first styles of the list, in its order. */
export async function readStyles({ call }: TaskStage, count: number): Promise<Style[]> {
  const criteria = { typePath: "item:product:apparel", role: "family" };
  return (await call("GET", listPath(criteria, count))).results;
}

export function listPath(criteria: object, limit: number): string {
  const order = encodeURIComponent(JSON.stringify({ orderField: "federatedId" }));
  return `/items?criteria=${encodeURIComponent(JSON.stringify(criteria))}&order=${order}&limit=${limit}&includeTotal=true`;
}

/** Sets styles back to what they were. */
export async function restoreStyles({ call }: TaskStage, styles: readonly Style[]): Promise<void> {
  const operations = styles.map(({ id, retailPrice, category, gender }) => ({
    op: "update",
    id,
    object: { retailPrice, category, gender },
  }));
  await call("POST", "/items/batch", { operations });
}
