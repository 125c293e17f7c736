import type { Fuel } from "../fuel.ts";

/** How much faster a plain text search is than the steps of an automaton. */
const plainSearchSpeed = 8;

/**
 * A text that charges for each access. A linear-time engine does not make a global replace linear: each match may scan
 * to the end of the text before it settles for a short one, and only the engine's own reads reveal that.
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
