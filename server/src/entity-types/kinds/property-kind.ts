import type { DateFormat, NumberFormat, OptionColor, PropertyDefinition } from "@weft/contract";
import type { JsonValue } from "../../platform/json-value.ts";

/** A value in its stored form, or why it is invalid: a sentence without its subject, the property's name. */
export type Reading = { readonly value: JsonValue } | { readonly error: string };

/** What a kind may need beyond the property's definition. */
export interface KindContext {
  /** The options of its option set, in order; empty for other kinds. */
  readonly options: readonly OptionPair[];
  /**
   * The ids for the names in cells: federatedId of entities, lower-case email of users. Prefetched for all cells of a
   * batch.
   */
  readonly idsOfNames?: ReadonlyMap<string, string>;
  /** How cells are written. Default: as in the API, and other forms with only one meaning. */
  readonly numberFormat?: NumberFormat | undefined;
  readonly dateFormat?: DateFormat | undefined;
}

export interface OptionPair {
  readonly value: string;
  readonly display: string;
  readonly color?: OptionColor | undefined;
}

/**
 * How lists compare stored values: as text in code-unit order, as numbers, by position in the option set, or not at
 * all.
 */
export type Ordering = "text" | "number" | "option" | "none";

/** One kind of property. Everything specific to a kind is here, so that a new kind is one file. */
export interface PropertyKind {
  readonly ordering: Ordering;
  /** Validates a JSON value other than null and returns its stored form. */
  readJson(value: JsonValue, property: PropertyDefinition, context: KindContext): Reading;
  /** The same from a trimmed CSV cell that is not empty. */
  readCell(cell: string, property: PropertyDefinition, context: KindContext): Reading;
  /** The service computes the value: callers may send it unchanged, and loads ignore it with a warning. */
  readonly isComputed?: true;
  /** The ids of other entities that a stored value refers to. */
  referencesIn?(value: JsonValue): readonly string[];
  /** What a definition of this kind lacks, or how it contradicts itself; one sentence. */
  validateDefinition?(property: PropertyDefinition): string | undefined;
}

export function stored(value: JsonValue): Reading {
  return { value };
}

export function error(text: string): Reading {
  return { error: text };
}
