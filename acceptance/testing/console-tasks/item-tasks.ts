import { drawGarment } from "../../../cli/src/commands/demo/drawings/draw-garment.ts";
import type { Hands, Person } from "../acts.ts";
import { type ConsoleTask, expectSame, listPath, openList, openPalette, type TaskStage } from "./console-task.ts";

const name = "Bente Trench Coat";
const picture = { name: "trench.png", type: "image/png", bytes: drawGarment("Trench Coat")("7a1f5c") };

interface Item {
  readonly id: string;
  readonly name: string;
  readonly federatedId: string;
  readonly picture: string;
  readonly retailPrice: number;
}

async function readItem({ call }: TaskStage, federatedId: string): Promise<Item> {
  const [found] = (await call("GET", listPath({ federatedId }, 1))).results;
  return found;
}

let colorway: Item;

const dropPicture: ConsoleTask = {
  number: 16,
  name: "Drop a picture on a colorway",
  actsMax: 1,
  secondsMax: 3,
  async prepare(stage) {
    colorway = await readItem(stage, "WEFT-1002-C49");
    await stage.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await stage.goto(`/entities/items/${colorway.id}`);
    await stage.page.getByRole("img", { name: /^Picture of/ }).waitFor();
    await stage.page.evaluate(`(async () => {
      const bytes = Uint8Array.from(atob("${Buffer.from(picture.bytes).toString("base64")}"), (one) => one.charCodeAt(0));
      await navigator.clipboard.write([new ClipboardItem({ "image/png": new Blob([bytes], { type: "image/png" }) })]);
    })()`);
  },
  async byMouse(person) {
    await person.drop(person.view.getByRole("img", { name: /^Picture of/ }), picture);
    await seeNewPicture(person);
  },
  async byKeyboard(person) {
    await person.press("Control+V");
    await seeNewPicture(person);
  },
  async check(stage) {
    const { id, picture: stored } = await readItem(stage, colorway.federatedId);
    await stage.call("PUT", `/items/${id}`, { picture: colorway.picture });
    expectSame(stored !== colorway.picture && id === colorway.id, true);
  },
};

/** Rendered by the service from what was uploaded. */
function seeNewPicture(person: Person): Promise<void> {
  return person.seeThat(`[...document.querySelectorAll('img[alt^="Picture of"]')].some((image) =>
    image.complete && image.naturalWidth > 0 && !image.currentSrc.includes("${colorway.picture}") &&
    image.currentSrc.includes("/files/"))`);
}

let style: Item;
const usualPrice = 198.95;
const reducedPrice = 189;

async function restorePrice(person: Person, hands: Hands): Promise<void> {
  const { view } = person;
  const [tab, restore] = [
    view.getByRole("tab", { name: "Activity" }),
    view.getByRole("button", { name: "Restore Retail price to €198.95" }).first(),
  ];
  if (hands === "mouse") {
    await person.click(view.getByRole("link", { name, exact: true }));
    await person.click(tab);
  } else {
    await person.press("ArrowDown");
    await person.press("Control+Enter");
    await person.see(tab);
    await person.pressUntil("Tab", view.getByRole("tab", { name: "Details" }));
    await person.pressUntil("ArrowRight", tab);
  }
  await person.see(
    view
      .getByRole("article")
      .filter({ hasText: /changed .*Retail price/ })
      .first(),
  );
  if (hands === "mouse") {
    await person.click(restore);
  } else {
    await person.pressUntil("Tab", restore);
    await person.press("Enter");
  }
  await person.see(view.getByText("Retail price restored."));
}

const findChange: ConsoleTask = {
  number: 17,
  name: "See who changed a price, and restore it",
  actsMax: 4,
  secondsMax: 1,
  async prepare(stage) {
    style = await readItem(stage, "WEFT-1002");
    for (const retailPrice of [usualPrice, reducedPrice])
      await stage.call("PUT", `/items/${style.id}`, { retailPrice });
    await openList(stage);
  },
  byMouse: (person) => restorePrice(person, "mouse"),
  byKeyboard: (person) => restorePrice(person, "keyboard"),
  async check(stage) {
    expectSame((await readItem(stage, style.federatedId)).retailPrice, usualPrice);
  },
};

async function bringBack(person: Person, hands: Hands): Promise<void> {
  const { view } = person;
  const restore = view.getByRole("button", { name: `Restore ${name}` }).first();
  if (hands === "mouse") {
    await person.click(view.getByRole("link", { name: "Changes", exact: true }));
    await person.click(restore);
  } else {
    await openPalette(person, "keyboard");
    await person.type("changes");
    await person.see(view.getByRole("option", { name: "Changes" }).locator(":scope[aria-selected=true]"));
    await person.press("Enter");
    await person.see(restore);
    await person.pressUntil("Tab", restore);
    await person.press("Enter");
  }
  await person.see(view.getByText(`${name} restored.`));
}

const restoreStyle: ConsoleTask = {
  number: 18,
  name: "Bring back a deleted style under the same id",
  actsMax: 4,
  secondsMax: 2,
  async prepare(stage) {
    style = await readItem(stage, "WEFT-1002");
    await stage.call("DELETE", `/items/${style.id}?cascade=true`);
    await stage.goto("/entities/colors");
    await stage.page.getByRole("heading", { level: 1, name: "Colors" }).waitFor();
  },
  byMouse: (person) => bringBack(person, "mouse"),
  byKeyboard: (person) => bringBack(person, "keyboard"),
  async check(stage) {
    const { id, retailPrice } = await readItem(stage, "WEFT-1002");
    const { total } = await stage.call("GET", listPath({ itemFamilyId: style.id, role: "option" }, 1));
    expectSame([id, retailPrice, total], [style.id, style.retailPrice, 7]);
  },
};

export const itemTasks = { dropPicture, findChange, restoreStyle } as const;
