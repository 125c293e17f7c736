import type { JsonValue } from "../../json-value.ts";

export interface NameInBraces {
  readonly name: string;
  /** Just after the closing brace. */
  readonly end: number;
}

/** The names that an expression may read, and how they are found in its text. */
export interface KnownNames {
  /** Whether a value may be an object. If not, a property other than length is an error. */
  readonly holdsObjects: boolean;
  /** The longest known name at the offset just after an opening brace that is followed by the closing one. */
  nameAt(source: string, offset: number): NameInBraces | undefined;
  has(name: string): boolean;
  /** The known name that an unknown one most likely means. */
  closest(name: string): string | undefined;
}

/** Reads the names from the values of an evaluation. */
export interface NameResolver<Values> extends KnownNames {
  /** Undefined for an unknown name. */
  reader(name: string): ((values: Values) => JsonValue) | undefined;
}
