import type { OptionPair } from "./property-kind.ts";
import { shorten } from "./validate-text.ts";

const namedMax = 10;

/** An option set indexed for many lookups. */
export interface OptionLookup {
  has(value: string): boolean;
  /**
   * Files contain display texts. A value wins over a display text, and an exact match over one that differs in case.
   */
  valueNamed(text: string): string | undefined;
}

// Option sets are few and live as long as their type tree, and a load looks up the same one for every row.
const lookups = new WeakMap<readonly OptionPair[], OptionLookup>();

export function optionLookup(options: readonly OptionPair[]): OptionLookup {
  let lookup = lookups.get(options);
  if (lookup === undefined) {
    lookup = buildLookup(options);
    lookups.set(options, lookup);
  }
  return lookup;
}

export function unknownOption(text: string, options: readonly OptionPair[]): string {
  if (options.length === 0) {
    return `is not an option: ${shorten(text)}. Its option set is empty; add options first.`;
  }
  const named = options.slice(0, namedMax).map((option) => shorten(option.value));
  const rest = options.length > namedMax ? `, … (${options.length} in total)` : "";
  return `is not an option: ${shorten(text)}. Use one of ${named.join(", ")}${rest}.`;
}

function buildLookup(options: readonly OptionPair[]): OptionLookup {
  const values = new Set(options.map(({ value }) => value));
  const byDisplay = valuesBy(options, (display) => display);
  const byLowerCase = valuesBy(options, (display) => display.toLowerCase());
  return {
    has: (value) => values.has(value),
    valueNamed: (text) => (values.has(text) ? text : (byDisplay.get(text) ?? byLowerCase.get(text.toLowerCase()))),
  };
}

/** A display text shared by several options matches none of them. */
function valuesBy(options: readonly OptionPair[], keyOf: (display: string) => string): Map<string, string | undefined> {
  const values = new Map<string, string | undefined>();
  for (const { value, display } of options) {
    const key = keyOf(display);
    values.set(key, values.has(key) ? undefined : value);
  }
  return values;
}
