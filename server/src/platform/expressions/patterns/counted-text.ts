import type { Fuel } from "../fuel.ts";

/** How much faster a search for a plain text is than the steps of an automaton. */
const plainSearchSpeed = 8;

/**
 * A text that charges for each look at it. A linear-time engine does not make the finds of a global replace linear:
 * each may scan to the end of the text before it settles for a short match, and only the engine's own looks tell.
 */
export class CountedText extends String {
  readonly #text: string;
  readonly #fuel: Fuel;
  readonly #price: number;

  constructor(text: string, fuel: Fuel, price: number) {
    super(text);
    this.#text = text;
    this.#fuel = fuel;
    this.#price = price;
  }

  override charCodeAt(index: number): number {
    this.#fuel.scan(this.#price);
    return this.#text.charCodeAt(index);
  }

  override indexOf(searched: string, from = 0): number {
    const found = this.#text.indexOf(searched, from);
    const looked = (found < 0 ? this.#text.length : found) - from;
    this.#fuel.scan(1 + Math.ceil(looked / plainSearchSpeed));
    return found;
  }
}
