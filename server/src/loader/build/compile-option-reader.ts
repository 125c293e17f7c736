import { optionLookup, unknownOption } from "../../entity-types/kinds/option-lookup.ts";
import { shorten } from "../../entity-types/kinds/shorten.ts";
import type { ResolvedProperty } from "../../entity-types/type-tree.ts";
import { closestName } from "../../platform/closest-name.ts";
import type { ColumnSource } from "./column-sources.ts";
import { entriesIn } from "./entries-in.ts";
import type { Read, RowReading } from "./row-reading.ts";

const nearestKeptMax = 1_000;

/** For choice and multi_select: an option that is not in the set is a warning, and the property keeps its value. */
export function compileOptionReader(property: ResolvedProperty, source: ColumnSource, readKnown: Read): Read {
  const { valueNamed } = optionLookup(property.options);
  const reportUnknown = compileUnknownReport(property, source);
  const isList = property.propertyType === "multi_select";
  return (value, reading) => {
    const entries = entriesIn(value, isList);
    if (entries === undefined) {
      return readKnown(value, reading);
    }
    const unknown = entries.filter((entry) => valueNamed(entry) === undefined);
    for (const entry of unknown) {
      reportUnknown(entry, reading);
    }
    if (unknown.length > 0) {
      return undefined;
    }
    const values = entries.map(valueNamed);
    return isList ? readKnown(values, reading) : values[0];
  };
}

function compileUnknownReport({ slug, options }: ResolvedProperty, source: ColumnSource) {
  const nearest = compileNearest(options.flatMap(({ value, display }) => [value, display]));
  return (text: string, reading: RowReading): void => {
    const meant = nearest(text);
    reading.warn({
      columnName: source.name,
      issueType: "INVALID_DATA",
      message: `${slug} ${unknownOption(text, options)}`,
      suggestion:
        meant === undefined
          ? "Use an option of the set, or add this one to it; until then the property keeps its value."
          : `Did you mean ${shorten(meant)}? The property keeps its value.`,
      data: shorten(text),
      step: 6,
    });
  };
}

/** Caches suggestions: searching a set costs far more than parsing a cell, and an invalid text usually repeats. */
function compileNearest(known: readonly string[]): (text: string) => string | undefined {
  const kept = new Map<string, string | undefined>();
  return (text) => {
    if (!kept.has(text) && kept.size < nearestKeptMax) {
      kept.set(text, closestName(shorten(text), known));
    }
    return kept.get(text);
  };
}
