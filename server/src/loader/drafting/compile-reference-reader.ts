import { wantedPathOf } from "../../entities/write/check-draft.ts";
import { propertyKinds } from "../../entity-types/kinds/property-kinds.ts";
import { splitList } from "../../entity-types/kinds/read-list.ts";
import { shorten } from "../../entity-types/kinds/validate-text.ts";
import type { ResolvedProperty } from "../../entity-types/type-tree.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import type { PreparedRow } from "../row.ts";
import { asWritten, type ColumnSource, type Read, type RowReading } from "./row-reading.ts";

/** A column whose cells refer to other entities. */
export interface ReferenceColumn {
  /** The required type of the entities: a type path, "user" or "file". */
  readonly wantedPath: string;
  /** The names to look up for this row. */
  namesIn(row: PreparedRow): readonly string[];
}

export function isReference({ propertyType }: ResolvedProperty): boolean {
  return propertyKinds[propertyType].referencesIn !== undefined;
}

export function referenceColumn(property: ResolvedProperty, source: ColumnSource): ReferenceColumn {
  const wantedPath = wantedPathOf(property);
  const isList = isListOfReferences(property);
  return {
    wantedPath,
    namesIn(row) {
      const entries = entriesIn(asWritten(row.values[source.slot], source, row), isList) ?? [];
      return entries.filter((entry) => entry !== "").map((entry) => nameOf(entry, wantedPath));
    },
  };
}

/** A name without a match is a warning, and the property keeps its value. A list is set as a whole or not at all. */
export function compileReferenceReader(property: ResolvedProperty, source: ColumnSource, readIds: Read): Read {
  const wantedPath = wantedPathOf(property);
  const isList = isListOfReferences(property);
  return (value, reading) => {
    const entries = entriesIn(value, isList);
    if (entries === undefined) {
      return readIds(value, reading);
    }
    const found = reading.idsOfNames.get(wantedPath);
    const ids = entries.map((entry) => found?.get(nameOf(entry, wantedPath)));
    const unmatched = entries.filter((_, index) => ids[index] === undefined);
    for (const entry of unmatched) {
      reportUnmatched({ slug: property.slug, source, wantedPath, entry }, reading);
    }
    if (unmatched.length > 0) {
      return undefined;
    }
    return readIds(isList ? ids : ids[0], reading);
  };
}

function isListOfReferences({ propertyType }: ResolvedProperty): boolean {
  return propertyType === "object_ref_list" || propertyType === "user_list" || propertyType === "image_list";
}

/** Emails are stored in lower case. Ids must not be changed. */
function nameOf(entry: string, wantedPath: string): string {
  return wantedPath === "user" && entry.includes("@") ? entry.toLowerCase() : entry;
}

interface Unmatched {
  readonly slug: string;
  readonly source: ColumnSource;
  readonly wantedPath: string;
  readonly entry: string;
}

function reportUnmatched({ slug, source, wantedPath, entry }: Unmatched, reading: RowReading): void {
  reading.warn({
    columnName: source.name,
    issueType: "INVALID_DATA",
    message: `${slug} refers to ${shorten(entry)}, but there is no ${wantedPath} with that ${keysOf(wantedPath)}.`,
    suggestion: `${adviceOf(wantedPath)}, or correct the cell; until then the property keeps its value.`,
    data: shorten(entry),
    step: 6,
  });
}

function keysOf(wantedPath: string): string {
  switch (wantedPath) {
    case "user":
      return "email or id";
    case "file":
      return "name or id";
    default:
      return "federatedId or id";
  }
}

function adviceOf(wantedPath: string): string {
  return wantedPath === "file" ? "Upload that file first" : `Load that ${wantedPath} first`;
}

/** The names in a cell or in the result of an expression; undefined if it is neither a text nor a list of texts. */
export function entriesIn(value: JsonValue, isList: boolean): readonly string[] | undefined {
  if (typeof value === "string") {
    return isList ? splitList(value) : [value];
  }
  return isList && isTextList(value) ? value : undefined;
}

function isTextList(value: JsonValue): value is readonly string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === "string");
}
