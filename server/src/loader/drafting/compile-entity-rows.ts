import { fullFederatedId } from "../../entities/model/federated-id.ts";
import { readDecimal } from "../../entity-types/kinds/read-number.ts";
import { shorten } from "../../entity-types/kinds/validate-text.ts";
import type { TypeTree } from "../../entity-types/type-tree.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import { colorColumns, entityColumns } from "../preprocess/load-properties.ts";
import type { PreparedRow } from "../row.ts";
import { ColumnPlans, readColumns, reportRemarks } from "./compile-column-plan.ts";
import {
  federatedIdCharactersMax,
  type OwnField,
  ownField,
  readOwnText,
  readRequiredText,
  type TypePathRule,
  textIn,
} from "./own-fields.ts";
import type { RowBuilder, RowDrafts, StoredTypes } from "./row-drafts.ts";
import { type ColumnSources, RowReading } from "./row-reading.ts";

type EntityLoadType = "COLOR" | "CUSTOM_ENTITY" | "SIZE_RANGE_TEMPLATE";
type Fields = Record<string, JsonValue>;
/** Adds fields that the load derives from several columns, and reports missing values. */
type Complete = (fields: Fields, reading: RowReading) => void;

interface EntityLoad {
  readonly rule: TypePathRule;
  readonly ownColumns: readonly string[];
  compileComplete(sources: ColumnSources): Complete;
  readFederatedId(
    field: OwnField,
    row: { readonly name: string; readonly typePath: string },
    reading: RowReading,
  ): string;
}

const entityLoads: Readonly<Record<EntityLoadType, EntityLoad>> = {
  COLOR: {
    rule: { root: "color", subtypes: "allowed" },
    ownColumns: colorColumns,
    compileComplete: compileColor,
    readFederatedId: (field, _row, reading) => readRequiredText(field, reading, "every color") ?? "",
  },
  CUSTOM_ENTITY: {
    rule: { root: "custom-entity", subtypes: "needed" },
    ownColumns: [],
    compileComplete: () => () => {},
    readFederatedId: readPrefixedId,
  },
  SIZE_RANGE_TEMPLATE: {
    rule: { root: "size-range-template", subtypes: "allowed" },
    ownColumns: [],
    compileComplete: () => requireSizes,
    readFederatedId: (field, _row, reading) => readRequiredText(field, reading, "every size range template") ?? "",
  },
};

interface EntityOptions {
  readonly sources: ColumnSources;
  readonly types: TypeTree;
  readonly hints: ReadonlyMap<string, string>;
}

/** Rows with one plain entity each. */
export function compileEntityRows(loadType: EntityLoadType, { sources, types, hints }: EntityOptions): RowBuilder {
  const { rule, ownColumns, compileComplete, readFederatedId } = entityLoads[loadType];
  const plans = new ColumnPlans({
    sources,
    types,
    rule,
    ownColumns: new Set([...entityColumns, ...ownColumns]),
    hints,
    takersFor: (typePath) => [{ type: types.typeAt(typePath), hasLevels: false, targets: { family: "entity" } }],
  });
  const complete = compileComplete(sources);
  const [nameField, federatedIdField] = [ownField(sources, "name"), ownField(sources, "federatedId")];
  const storedTypeOf = (row: PreparedRow, storedTypes: StoredTypes) => storedTypes.get(textIn(federatedIdField, row));
  return {
    entityType: rule.root,
    untypedIn: (rows) =>
      plans.hasSubtypes && rule.subtypes === "allowed"
        ? rows.filter((row) => plans.typePathOf(row) === "").map((row) => textIn(federatedIdField, row))
        : [],
    namesIn: (rows, storedTypes) =>
      plans.namesIn(rows, (row) => [plans.typePathOf(row) || (storedTypeOf(row, storedTypes) ?? "")]),
    build(row, { idsOfNames, storedTypes }, issues): RowDrafts | undefined {
      const reading = new RowReading(row, idsOfNames, issues);
      const typePath = plans.typePathOf(row);
      const storedType = typePath === "" ? storedTypeOf(row, storedTypes) : undefined;
      const plan = plans.planOf(storedType ?? typePath, reading);
      const name = readRequiredText(nameField, reading, `every ${rule.root}`) ?? "";
      const federatedId = readFederatedId(federatedIdField, { name, typePath }, reading);
      if (plan === undefined) {
        return undefined;
      }
      reportRemarks(plan, row, issues);
      const fields: Fields = typePath === "" ? { name } : { name, typePath };
      readColumns(plan.routes.family, reading, { ...noFields, entity: fields });
      complete(fields, reading);
      const stored = storedType === undefined ? {} : { storedType };
      const entity = { entityType: rule.root, federatedId, object: fields, ...stored };
      return reading.hasFailed ? undefined : { kind: "entity", rowNumber: row.number, entity };
    },
  };
}

// No column of these loads sets these fields.
const noFields = { family: {}, option: {}, projectFamily: {}, projectOption: {}, member: {} };

function readPrefixedId(
  field: OwnField,
  { name, typePath }: { readonly name: string; readonly typePath: string },
  reading: RowReading,
): string {
  const given = readOwnText(field, reading) || name;
  const federatedId = fullFederatedId(typePath, given);
  if (federatedId.length > federatedIdCharactersMax) {
    reading.fail({
      columnName: field.slug,
      issueType: "INVALID_DATA",
      message: `federatedId must have at most ${federatedIdCharactersMax} characters, including the typePath prefix.`,
      suggestion: "Use a shorter federatedId. Default: the name.",
      data: shorten(given),
    });
  }
  return federatedId;
}

/** A template without sizes would make every size of an item unknown. */
function requireSizes(fields: Fields, reading: RowReading): void {
  if (!reading.hasFailed && sizesIn(fields["sizeRange"]).length === 0) {
    reading.fail({
      columnName: "sizeRange",
      issueType: "MISSING_DATA",
      message: "sizeRange is empty: every size range template requires one.",
      suggestion: "Separate the sizes with commas, such as S,M,L.",
    });
  }
}

/** The sizes of a size range. */
export function sizesIn(value: JsonValue): readonly string[] {
  const sizes = typeof value === "object" && value !== null && "sizes" in value ? value["sizes"] : [];
  return Array.isArray(sizes) ? sizes.filter((size) => typeof size === "string") : [];
}

/**
 * A color from hex or from red, green and blue. Always passed on as hex, from which the write path derives the rest.
 */
function compileColor(sources: ColumnSources) {
  const hexField = ownField(sources, "hex");
  const channelFields = ["red", "green", "blue"].map((slug) => ownField(sources, slug));
  return (fields: Record<string, JsonValue>, reading: RowReading): void => {
    const channels = channelFields.map((field) => readChannel(field, reading));
    const hexText = readOwnText(hexField, reading);
    if (hexText === undefined || channels.includes("invalid")) {
      return;
    }
    const fromChannels = hexOf(channels);
    const hex = fromChannels ?? readHex(hexText, reading);
    if (fromChannels !== undefined && hexText !== "" && digitsOf(hexText) !== fromChannels) {
      reportDifference(hexText, fromChannels, reading);
    }
    if (hex !== undefined) {
      fields["hex"] = hex;
    }
  };
}

type Channel = number | "empty" | "invalid";

function readChannel(field: OwnField, reading: RowReading): Channel {
  const text = readOwnText(field, reading);
  if (text === undefined || text === "") {
    return text === undefined ? "invalid" : "empty";
  }
  const value = readDecimal(text);
  if (value !== undefined && Number.isInteger(value) && value >= 0 && value <= 255) {
    return value;
  }
  reading.fail({
    columnName: field.slug,
    issueType: "INVALID_DATA",
    message: `${field.slug} is not a whole number from 0 to 255: ${shorten(text)}.`,
    suggestion: "Write a whole number from 0 to 255, or leave the cell empty and set hex.",
    data: shorten(text),
  });
  return "invalid";
}

/** Undefined unless all three are set. 0 is a value. */
function hexOf(channels: readonly Channel[]): string | undefined {
  const digits = channels.map((value) => (typeof value === "number" ? value.toString(16).padStart(2, "0") : undefined));
  return digits.includes(undefined) ? undefined : digits.join("");
}

function readHex(text: string, reading: RowReading): string | undefined {
  const digits = digitsOf(text);
  if (digits === undefined) {
    reading.fail({
      columnName: "hex",
      issueType: text === "" ? "MISSING_DATA" : "INVALID_DATA",
      message:
        text === ""
          ? "The color requires hex or all of red, green and blue."
          : `hex does not have six hexadecimal digits: ${shorten(text)}.`,
      suggestion: "Write hex as 336699, or fill in red, green and blue.",
      ...(text === "" ? {} : { data: shorten(text) }),
    });
  }
  return digits;
}

function digitsOf(text: string): string | undefined {
  const [, digits] = /^#?([0-9a-f]{6})$/i.exec(text) ?? [];
  return digits?.toLowerCase();
}

function reportDifference(hexText: string, hex: string, reading: RowReading): void {
  reading.warn({
    columnName: "hex",
    issueType: "VALIDATION_ERROR",
    message: `hex is ${shorten(hexText)}, but red, green and blue make ${hex}, which takes precedence.`,
    suggestion: "Make both consistent, or remove one of them.",
    data: shorten(hexText),
  });
}
