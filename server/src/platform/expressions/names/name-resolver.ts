import type { JsonValue } from "../../json-value.ts";

export interface NameInBraces {
  readonly name: string;
  /** Just behind the closing brace. */
  readonly end: number;
}

/** Which names an expression may read, and how they are found in its text. */
export interface KnownNames {
  /** Whether a value may be an object. If not, a property other than length is a mistake. */
  readonly holdsObjects: boolean;
  /** The longest known name at the offset just behind an opening brace that is followed by the closing one. */
  nameAt(source: string, offset: number): NameInBraces | undefined;
  has(name: string): boolean;
  /** The known name that an unknown one was most likely meant to be. */
  closest(name: string): string | undefined;
}

/** Where the names are found in the values that an expression is evaluated with. */
export interface NameResolver<Values> extends KnownNames {
  /** Nothing for an unknown name. */
  reader(name: string): ((values: Values) => JsonValue) | undefined;
}
