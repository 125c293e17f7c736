import type { PropertyDefinition } from "@weft/contract";
import type { JsonValue } from "../../platform/json-value.ts";

/** A value as it is stored, or why it cannot be: a sentence that lacks only the property's name at its beginning. */
export type Reading = { readonly value: JsonValue } | { readonly error: string };

/** What a property's kind may need to know beyond its definition. */
export interface KindContext {
  /** The options of its option set, in their order; empty for other kinds. */
  readonly options: readonly OptionPair[];
  /**
   * The ids of what cells name otherwise: entities by federatedId, users by email in lower case. Looked up beforehand,
   * for all cells of a batch together.
   */
  readonly idsOfNames?: ReadonlyMap<string, string>;
}

export interface OptionPair {
  readonly value: string;
  readonly display: string;
}

/** How lists compare stored values: as text in code-unit order, as numbers, by the place in the option set, or not. */
export type Ordering = "text" | "number" | "option" | "none";

/** One kind of property. Everything that depends on the kind is here, so that a new kind is one file. */
export interface PropertyKind {
  readonly ordering: Ordering;
  /** Checks a JSON value other than null and answers it in its stored form. */
  readJson(value: JsonValue, property: PropertyDefinition, context: KindContext): Reading;
  /** The same from a trimmed CSV cell that is not empty. */
  readCell(cell: string, property: PropertyDefinition, context: KindContext): Reading;
  /** The service itself makes the value: callers may send it back unchanged, and loads ignore it with a warning. */
  readonly isComputed?: true;
  /** The ids of other entities that a stored value names. */
  referencesIn?(value: JsonValue): readonly string[];
  /** What a definition of this kind lacks, or where it contradicts itself; one sentence. */
  validateDefinition?(property: PropertyDefinition): string | undefined;
}

export function stored(value: JsonValue): Reading {
  return { value };
}

export function error(text: string): Reading {
  return { error: text };
}
