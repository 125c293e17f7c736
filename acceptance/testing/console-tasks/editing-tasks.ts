import { type Hands, Person } from "../acts.ts";
import {
  type ConsoleTask,
  cellOf,
  expectSame,
  expectStored,
  listPath,
  openList,
  readStyles,
  restoreStyles,
  type Style,
  type TaskStage,
} from "./console-task.ts";

/** The column of prices, so many columns to the right of the name. */
const price = "Retail price";
const stepsToPrice = 4;

const euros = (amount: number) => `€${amount.toFixed(2)}`;

/** Through the headings: to the right of a style, its colorways open. */
async function goToPrice(person: Person): Promise<void> {
  await person.press("ArrowUp");
  for (let step = 0; step < stepsToPrice; step += 1) await person.press("ArrowRight");
  await person.press("ArrowDown");
  await person.seeFocus(await cellOf(person.view, 0, price));
}

const newPrice = 205;
let edited: Style;

/** The first style keeps its price from one task to the next. */
async function openFirst(stage: TaskStage): Promise<void> {
  const [first] = await readStyles(stage, 1);
  if (first === undefined) throw new Error("The demo has styles.");
  edited ??= first;
  await restoreStyles(stage, [edited]);
  await openList(stage);
}

async function typePrice(person: Person): Promise<void> {
  await person.type(String(newPrice));
  await person.press("Enter");
  await person.see((await cellOf(person.view, 0, price)).getByText(euros(newPrice)));
}

const changePrice: ConsoleTask = {
  number: 5,
  name: "Change a price in the table",
  actsMax: 3,
  secondsMax: 0.5,
  prepare: openFirst,
  async byMouse(person) {
    await person.click(await cellOf(person.view, 0, price));
    await typePrice(person);
  },
  async byKeyboard(person) {
    await goToPrice(person);
    await typePrice(person);
  },
  check: (stage) => expectPrice(stage, newPrice),
};

function expectPrice({ call }: TaskStage, amount: number): Promise<void> {
  return expectStored<unknown>(async () => (await call("GET", `/items/${edited.id}`)).retailPrice, amount);
}

const undoPrice: ConsoleTask = {
  number: 6,
  name: "Take it back",
  actsMax: 1,
  secondsMax: 0.5,
  async prepare(stage) {
    await changePrice.prepare(stage);
    await changePrice.byMouse(new Person(stage.page, "mouse"), stage);
    await changePrice.check(stage);
  },
  async byMouse(person) {
    await person.click(person.view.getByRole("button", { name: "Undo", exact: true }).last());
    await person.see((await cellOf(person.view, 0, price)).getByText(euros(edited.retailPrice)));
  },
  async byKeyboard(person) {
    await person.press("Control+Z");
    await person.see((await cellOf(person.view, 0, price)).getByText(euros(edited.retailPrice)));
  },
  check: (stage) => expectPrice(stage, edited.retailPrice),
};

/** What a task changes, as it was before. */
let before: readonly Style[] = [];

async function openAll(stage: TaskStage, count: number): Promise<void> {
  before = await readStyles(stage, count);
  await openList(stage);
}

const filledCount = 20;

const fillDown: ConsoleTask = {
  number: 7,
  name: "Fill a value down 20 rows",
  actsMax: 3,
  secondsMax: 1,
  async prepare(stage) {
    await openAll(stage, filledCount + 1);
    const [first] = before;
    // A value that no other style has: cells that have it already are not changed.
    await stage.call("PUT", `/items/${first?.id}`, { retailPrice: newPrice });
    await stage.page.reload();
    await (await cellOf(stage.page.locator("body"), 0, price)).getByText(euros(newPrice)).first().textContent();
    await stage.page.locator("td[tabindex='0']").focus();
  },
  async byMouse(person) {
    await person.click(await cellOf(person.view, 0, price));
    await person.drag(person.view.locator("[data-fill]"), { part: await cellOf(person.view, filledCount, price) });
    await person.see(person.view.getByText(`${filledCount} cells filled.`));
  },
  async byKeyboard(person) {
    await goToPrice(person);
    for (let step = 0; step < filledCount; step += 1) await person.press("Shift+ArrowDown");
    await person.press("Control+D");
    await person.see(person.view.getByText(`${filledCount} cells filled.`));
  },
  async check(stage) {
    const prices = (await readStyles(stage, filledCount + 1)).map(({ retailPrice }) => retailPrice);
    await restoreStyles(stage, before);
    expectSame(
      prices,
      prices.map(() => newPrice),
    );
  },
};

const clearRange: ConsoleTask = {
  number: 8,
  name: "Clear a range of 4 × 3 cells, and undo",
  actsMax: 3,
  secondsMax: 1,
  prepare: (stage) => openAll(stage, 5),
  async byMouse(person) {
    const [from, to] = [await cellOf(person.view, 1, "Category"), await cellOf(person.view, 4, price)];
    await person.drag(from, { part: to });
    await person.press("Delete");
    await person.see(person.view.getByText("12 cells cleared."));
    await person.click(person.view.getByRole("button", { name: "Undo", exact: true }).last());
    await seeUndone(person);
  },
  async byKeyboard(person) {
    for (const key of ["Up", "Right", "Right", "Down", "Down"]) await person.press(`Arrow${key}`);
    for (const key of ["Down", "Down", "Down", "Right", "Right"]) await person.press(`Shift+Arrow${key}`);
    await person.press("Delete");
    await person.see(person.view.getByText("12 cells cleared."));
    await person.press("Control+Z");
    await seeUndone(person);
  },
  async check(stage) {
    await expectStored(async () => (await readStyles(stage, before.length)).map(factsOf), before.map(factsOf));
  },
};

const factsOf = ({ retailPrice, category, gender }: Style) => [retailPrice, category, gender];

async function seeUndone(person: Person): Promise<void> {
  await person.see((await cellOf(person.view, 4, price)).getByText(euros(before[4]?.retailPrice ?? 0)));
}

const pastedCount = 50;
const pastedPrices = Array.from({ length: pastedCount }, (_, place) => 100.5 + place);

const pastePrices: ConsoleTask = {
  number: 9,
  name: "Paste 50 prices from a sheet",
  actsMax: 2,
  secondsMax: 2,
  async prepare(stage) {
    await openAll(stage, pastedCount);
    await stage.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await stage.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(pastedPrices.join("\n"))})`);
  },
  async byMouse(person) {
    await person.click(await cellOf(person.view, 0, price));
    await person.press("Control+V");
    await person.see(person.view.getByText(`${pastedCount} cells pasted.`));
  },
  async byKeyboard(person) {
    await goToPrice(person);
    await person.press("Control+V");
    await person.see(person.view.getByText(`${pastedCount} cells pasted.`));
  },
  async check(stage) {
    const prices = (await readStyles(stage, pastedCount)).map(({ retailPrice }) => retailPrice);
    await restoreStyles(stage, before);
    expectSame(prices, pastedPrices);
  },
};

const dressCriteria = { typePath: "item:product:apparel", role: "family", category: "dresses" };
const dressesMax = 100;

async function raise(person: Person, hands: Hands): Promise<void> {
  const { view } = person;
  const search = view.getByRole("textbox", { name: "Search" });
  if (hands === "mouse") await person.click(search);
  else await person.pressUntil("Shift+Tab", search);
  await person.type("dresses", search);
  await person.see(view.getByText(`${before.length} styles`));
  const dialog = view.getByRole("dialog", { name: /^Edit / });
  if (hands === "mouse") {
    await person.click(view.getByRole("button", { name: `Menu of ${price}` }));
    await person.click(view.getByRole("menuitem", { name: "Edit values…" }));
    await person.click(dialog.getByRole("combobox", { name: "Change" }));
    await person.click(view.getByRole("option", { name: "Change by percent" }));
  } else {
    await person.pressUntil("Tab", view.locator("td[tabindex='0']"));
    await person.press("ArrowUp");
    for (let step = 0; step < stepsToPrice; step += 1) await person.press("ArrowRight");
    await person.press("Enter");
    await person.see(view.getByRole("menuitem", { name: "Edit values…" }));
    await person.pressUntil("ArrowDown", view.getByRole("menuitem", { name: "Edit values…" }));
    await person.press("Enter");
    await person.seeFocus(dialog.getByRole("combobox", { name: "Change" }));
    await person.press("ArrowDown");
    const percent = view.getByRole("option", { name: "Change by percent" });
    await person.see(percent);
    while ((await percent.getAttribute("data-combobox-selected")) === null) await person.press("ArrowDown");
    await person.press("Enter");
  }
  await person.type("5", dialog.getByLabel("Percent"));
  await person.press("Enter");
  await person.seeGone(dialog);
  await person.see(view.getByText(`${before.length} cells changed.`));
}

const raisePrices: ConsoleTask = {
  number: 10,
  name: "Raise the prices of all dresses by 5%",
  actsMax: 8,
  secondsMax: 3,
  async prepare(stage) {
    before = (await stage.call("GET", listPath(dressCriteria, dressesMax))).results;
    await openList(stage);
  },
  byMouse: (person) => raise(person, "mouse"),
  byKeyboard: (person) => raise(person, "keyboard"),
  async check(stage) {
    const { results } = await stage.call("GET", listPath(dressCriteria, dressesMax));
    await restoreStyles(stage, before);
    const cents = (amount: number) => Math.round(amount * 100);
    expectSame(
      results.map(({ retailPrice }: Style) => cents(retailPrice)),
      before.map(({ retailPrice }) => cents(retailPrice * 1.05)),
    );
  },
};

export const editingTasks = { changePrice, undoPrice, fillDown, clearRange, pastePrices, raisePrices } as const;
