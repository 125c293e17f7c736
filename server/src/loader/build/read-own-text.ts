import { shorten } from "../../entity-types/kinds/shorten.ts";
import { validateCharacters, validateText } from "../../entity-types/kinds/validate-text.ts";
import { type ColumnSource, type ColumnSources, textOfValue } from "./column-sources.ts";
import type { RowReading } from "./row-reading.ts";

// The limits of the write path.
export const federatedIdCharactersMax = 512;
const nameCharactersMax = 2_000;

/** A column that the load itself reads, such as name or typePath. Always a text. */
export interface OwnField {
  readonly slug: string;
  readonly source: ColumnSource | undefined;
  readonly charactersMax: number;
}

const charactersMaxOf: Readonly<Record<string, number>> = {
  name: nameCharactersMax,
  federatedId: federatedIdCharactersMax,
  itemFamilyFederatedId: federatedIdCharactersMax,
  itemOptionFederatedId: federatedIdCharactersMax,
};

export function ownField(sources: ColumnSources, slug: string): OwnField {
  const charactersMax = charactersMaxOf[slug] ?? Number.POSITIVE_INFINITY;
  return { slug, source: sources.named(slug), charactersMax };
}

/** The text of the field, "" if it is absent; undefined if it is invalid. The error is then already reported. */
export function readOwnText({ slug, source, charactersMax }: OwnField, reading: RowReading): string | undefined {
  if (source === undefined) {
    return "";
  }
  const value = reading.row.values[source.slot];
  const text = textOfValue(value, source, reading.row);
  const error = text === undefined ? "must be text." : errorOf(text, charactersMax);
  if (error === undefined) {
    return text;
  }
  reading.fail({
    columnName: slug,
    issueType: "INVALID_DATA",
    message: `${slug} ${error}`,
    suggestion: `Use a short plain text for ${slug}.`,
    data: shorten(text ?? JSON.stringify(value)),
  });
  return undefined;
}

/** The same for a field that every row needs. */
export function readRequiredText(field: OwnField, reading: RowReading, whose: string): string | undefined {
  const text = readOwnText(field, reading);
  if (text !== "") {
    return text;
  }
  const { slug } = field;
  reading.fail({
    columnName: slug,
    issueType: "MISSING_DATA",
    message: `${slug} is empty: ${whose} requires one.`,
    suggestion: `Fill in ${slug}, or remove the row.`,
  });
  return undefined;
}

function errorOf(text: string, charactersMax: number): string | undefined {
  if (text.length > charactersMax) {
    return `must have at most ${charactersMax} characters.`;
  }
  // Counting bytes is slow, and not needed where characters are limited.
  return charactersMax === Number.POSITIVE_INFINITY ? validateText(text) : validateCharacters(text);
}
