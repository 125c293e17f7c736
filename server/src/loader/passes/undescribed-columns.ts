import type { PropertyDefinition, PropertyType } from "@weft/contract";
import { propertyKinds } from "../../entity-types/kinds/property-kinds.ts";
import { lineageOf, type TypeTree } from "../../entity-types/type-tree.ts";
import { entitiesOf, type KeyedDraft, type RowDrafts, typePathOf } from "../drafting/row-drafts.ts";
import type { UndescribedColumn } from "../load.ts";

const rowsMax = 1_000;
const columnsMax = 1_000;
const valuesMax = 100;
const examplesMax = 5;
const exampleCharactersMax = 100;
const stringCharactersMax = 250;
const slugCharactersMax = 128;

interface Seen {
  readonly values: Set<string>;
  typePath: string;
}

/**
 * The columns that were stored although no type defines them, with the data types that their first values
 * suggest.
 */
export class UndescribedColumns {
  readonly #types: TypeTree;
  readonly #columns = new Map<string, Seen>();
  #rows = 0;

  constructor(types: TypeTree) {
    this.#types = types;
  }

  /** Examines only the first rows of a file: the guess is checked against all stored values when it is applied. */
  take(rows: readonly RowDrafts[]): void {
    for (const row of rows.slice(0, rowsMax - this.#rows)) {
      this.#rows += 1;
      for (const draft of entitiesOf(row)) {
        this.#look(draft);
      }
    }
  }

  all(): readonly UndescribedColumn[] {
    return [...this.#columns].map(([columnName, { values, typePath }]) => ({
      columnName,
      typePath,
      slug: slugOf(columnName),
      guessedKind: guessKind([...values]),
      examples: [...values].slice(0, examplesMax).map((value) => value.slice(0, exampleCharactersMax)),
    }));
  }

  #look(draft: KeyedDraft): void {
    const typePath = typePathOf(draft);
    const { properties } = this.#types.typeAt(typePath);
    for (const [slug, value] of Object.entries(draft.object)) {
      const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
      if (isPlain && !properties.has(slug) && slug !== "name" && slug !== "typePath") {
        this.#note(slug, String(value), typePath);
      }
    }
  }

  #note(slug: string, value: string, typePath: string): void {
    const seen = this.#columns.get(slug) ?? { values: new Set(), typePath };
    seen.typePath = sharedPath(seen.typePath, typePath);
    if (seen.values.size < valuesMax) {
      seen.values.add(value);
    }
    if (this.#columns.size < columnsMax) {
      this.#columns.set(slug, seen);
    }
  }
}

/** The type that both are at or below. */
function sharedPath(one: string, other: string): string {
  const lineage = new Set(lineageOf(other));
  return lineageOf(one).findLast((path) => lineage.has(path)) ?? one;
}

/** The column's name if it is a slug, otherwise one built from its words. */
function slugOf(columnName: string): string {
  if (/^[A-Za-z][A-Za-z0-9_-]*$/.test(columnName)) {
    return columnName.slice(0, slugCharactersMax);
  }
  const words = columnName.normalize("NFKD").match(/[A-Za-z0-9]+/g) ?? [];
  const joined = words
    .map((word, index) =>
      index === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase(),
    )
    .join("");
  return (/^[A-Za-z]/.test(joined) ? joined : `column${joined}`).slice(0, slugCharactersMax);
}

// In order of preference: 1 and 0 are numbers before they are booleans.
const guesses: readonly { readonly kind: PropertyType; readonly isMeant: (value: string) => boolean }[] = [
  { kind: "number", isMeant: (value) => !isCode(value) },
  { kind: "boolean", isMeant: () => true },
  { kind: "date", isMeant: () => true },
  { kind: "datetime", isMeant: () => true },
  { kind: "percent", isMeant: (value) => value.endsWith("%") },
  { kind: "url", isMeant: () => true },
  { kind: "json", isMeant: (value) => /^[[{]/.test(value) },
];

/** A data type is guessed only if every value can be parsed as it. Default: a text. */
function guessKind(values: readonly string[]): PropertyType {
  const found = guesses.find(({ kind, isMeant }) => values.every((value) => isMeant(value) && reads(kind, value)));
  const isLong = values.some((value) => value.length > stringCharactersMax || value.includes("\n"));
  return found?.kind ?? (isLong ? "text" : "string");
}

function reads(propertyType: PropertyType, value: string): boolean {
  const property: PropertyDefinition = {
    slug: "guessed",
    label: "guessed",
    propertyType,
    required: false,
    unique: false,
    searchable: false,
    disabled: false,
    level: "all",
  };
  return "value" in propertyKinds[propertyType].readCell(value, property, { options: [] });
}

/** Digits that are a code, such as 00123 or an EAN: a number would lose their spelling. */
function isCode(value: string): boolean {
  return /^[+-]?0\d/.test(value) || value.replace(/\D/g, "").length > 12;
}
