import type { Locator, Page } from "playwright-core";

/** A part of a page, to look at: it has no acts. A locator is one. */
export interface Part {
  getByLabel(text: string | RegExp, options?: { exact?: boolean }): Part;
  getByRole(role: Parameters<Locator["getByRole"]>[0], options?: Parameters<Locator["getByRole"]>[1]): Part;
  getByText(text: string | RegExp, options?: { exact?: boolean }): Part;
  locator(selector: string): Part;
  first(): Part;
  last(): Part;
  nth(index: number): Part;
  filter(options?: { has?: Part; hasText?: string | RegExp }): Part;
  allTextContents(): Promise<string[]>;
  getAttribute(name: string): Promise<string | null>;
  textContent(): Promise<string | null>;
}

/** With a mouse, the keyboard may be used, too. */
export type Hands = "mouse" | "keyboard";

/** What a person does on a page, counted: a click, a key chord, a drag, a drop and a typed value are one act each. */
export class Person {
  #page: Page;
  readonly #hands: Hands;
  #acts = 0;
  #actedMs: number | undefined;
  readonly #waitsMs: number[] = [];

  constructor(page: Page, hands: Hands) {
    this.#page = page;
    this.#hands = hands;
  }

  /** The page, to look at. */
  get view(): Part {
    return this.#page.locator("body");
  }

  get acts(): number {
    return this.#acts;
  }

  /** For each act, the time until what it shows was there, or until what the next act needs. */
  get waitsMs(): readonly number[] {
    return this.#waitsMs;
  }

  async click(part: Part, modifiers: readonly "Shift"[] = []): Promise<void> {
    const target = this.#withMouse(part);
    await target.waitFor();
    await this.#act(() => target.click({ modifiers: [...modifiers] }));
  }

  /** A key chord, such as Control+Z. */
  async press(chord: string): Promise<void> {
    await this.#act(() => this.#page.keyboard.press(chord));
  }

  /** A value, key by key, into the field that has the focus. */
  async type(text: string, field?: Part): Promise<void> {
    if (field !== undefined) await this.#focused(field).waitFor();
    await this.#act(() => this.#page.keyboard.type(text));
  }

  /** From the middle of a part, or so far from its right edge, to the middle of another, or so far beside. */
  async drag(from: Part, to: { readonly part: Part } | { readonly right: number }, edge?: number): Promise<void> {
    const source = this.#withMouse(from);
    await source.waitFor();
    const start = await boxOf(source);
    const x = edge === undefined ? start.x + start.width / 2 : start.x + start.width - edge;
    const y = start.y + start.height / 2;
    const end = "part" in to ? middleOf(await boxOf(this.#withMouse(to.part))) : { x: x + to.right, y };
    await this.#act(async () => {
      await this.#page.mouse.move(x, y);
      await this.#page.mouse.down();
      await this.#page.mouse.move(end.x, end.y, { steps: 5 });
      await this.#page.mouse.up();
    });
  }

  /** A file from another window. */
  async drop(part: Part, file: { readonly name: string; readonly type: string; readonly bytes: Uint8Array }) {
    const target = this.#withMouse(part);
    await target.waitFor();
    const dataTransfer = await this.#page.evaluateHandle(transferOf(file));
    await this.#act(() => target.dispatchEvent("drop", { dataTransfer }));
  }

  /** Presses a key until the part, or something in it, has the focus. */
  async pressUntil(chord: string, part: Part, actsMax = 60): Promise<void> {
    const target = locatorOf(part);
    await target.waitFor();
    const reached = target.and(this.#page.locator(":focus-within"));
    for (let acts = 0; acts < actsMax; acts += 1) {
      if ((await reached.count()) > 0) return;
      await this.press(chord);
    }
    throw new Error(`${chord} did not reach ${target}.`);
  }

  /** Waits for what the last act shows. */
  async see(part: Part): Promise<void> {
    await locatorOf(part).waitFor();
    this.#settle();
  }

  async seeFocus(part: Part): Promise<void> {
    await this.#focused(part).waitFor();
    this.#settle();
  }

  async seeGone(part: Part): Promise<void> {
    await locatorOf(part).waitFor({ state: "detached" });
    this.#settle();
  }

  /** Waits until an expression of the page is true, looking at every frame. */
  async seeThat(expression: string): Promise<void> {
    const isSeen = await this.#page.evaluate(`(async () => {
      for (const began = performance.now(); performance.now() - began < ${seeMaxMs}; ) {
        if (${expression}) return true;
        await new Promise((next) => requestAnimationFrame(next));
      }
      return false;
    })()`);
    if (isSeen !== true) throw new Error(`Not seen: ${expression}`);
    this.#settle();
  }

  /** Opens an address on the page of another user, who continues. */
  async follow(page: Page, address: string): Promise<void> {
    this.#page = page;
    await this.#act(() => page.goto(address));
  }

  async hasFocus(part: Part): Promise<boolean> {
    return (await this.#focused(part).count()) > 0;
  }

  #withMouse(part: Part): Locator {
    if (this.#hands === "keyboard") throw new Error("Only the keyboard may be used.");
    return locatorOf(part);
  }

  #focused(part: Part): Locator {
    return locatorOf(part).and(this.#page.locator(":focus"));
  }

  async #act(act: () => Promise<unknown>): Promise<void> {
    this.#settle();
    this.#acts += 1;
    this.#actedMs = performance.now();
    await act();
  }

  #settle(): void {
    if (this.#actedMs !== undefined) this.#waitsMs.push(performance.now() - this.#actedMs);
    this.#actedMs = undefined;
  }
}

const seeMaxMs = 30_000;

function locatorOf(part: Part): Locator {
  if (!isLocator(part)) throw new TypeError("A part of a page is a locator.");
  return part;
}

function isLocator(part: Part): part is Part & Locator {
  return "click" in part;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

async function boxOf(target: Locator): Promise<Box> {
  const box = await target.boundingBox();
  if (box === null) throw new Error(`${target} is not visible.`);
  return box;
}

function middleOf({ x, y, width, height }: Box) {
  return { x: x + width / 2, y: y + height / 2 };
}

/** An expression of the page for what is dropped. */
function transferOf({ name, type, bytes }: { name: string; type: string; bytes: Uint8Array }): string {
  return `(() => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob("${Buffer.from(bytes).toString("base64")}"), (letter) => letter.charCodeAt(0));
    transfer.items.add(new File([bytes], ${JSON.stringify(name)}, { type: ${JSON.stringify(type)} }));
    return transfer;
  })()`;
}
