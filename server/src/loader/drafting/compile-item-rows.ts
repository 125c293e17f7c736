import type { LoadConfiguration } from "@weft/contract";
import type { SentFields } from "../../entities/model/write-request.ts";
import { shorten } from "../../entity-types/kinds/validate-text.ts";
import type { TypeTree } from "../../entity-types/type-tree.ts";
import { itemColumns } from "../preprocess/load-properties.ts";
import type { PreparedRow } from "../row.ts";
import { ColumnPlans, type RowFields, readColumns, reportRemarks } from "./compile-column-plan.ts";
import { compileMemberReader } from "./compile-member-reader.ts";
import { type OwnField, ownField, readOwnText, readRequiredText, textIn } from "./own-fields.ts";
import type { RowLevel, Takers } from "./route-column.ts";
import type { ItemRow, KeyedDraft, MemberDraft, RowBuilder, StoredTypes } from "./row-drafts.ts";
import { type ColumnSources, RowReading } from "./row-reading.ts";

interface ItemOptions {
  readonly configuration: LoadConfiguration;
  readonly sources: ColumnSources;
  readonly types: TypeTree;
  readonly hints: ReadonlyMap<string, string>;
}

const defaultOptionGroup = "color";

/** Rows of items, alone or with project items and assortments. */
export function compileItemRows({ configuration, sources, types, hints }: ItemOptions): RowBuilder {
  const { loadType = [], assortmentSplit, assortmentItemDropField } = configuration;
  const hasProjectItems = loadType.includes("PROJECT_ITEM");
  const hasMembers = loadType.includes("ASSORTMENT");
  // Section 6: these are never stored as properties.
  const marks = [assortmentSplit?.addField, assortmentSplit?.dropField, assortmentItemDropField];
  const plans = new ColumnPlans({
    sources,
    types,
    rule: { root: "item", subtypes: "allowed" },
    ownColumns: new Set([...itemColumns, "assortmentId", ...marks.filter((name) => name !== undefined)]),
    hints,
    takersFor: (typePath) => takersOf(typePath, { types, hasProjectItems, hasMembers }),
  });
  const readMember = hasMembers ? compileMemberReader(configuration, sources) : undefined;
  const ownFields = itemFields(sources);
  const typesOf = (row: PreparedRow, storedTypes: StoredTypes) =>
    typesOfRow(ownFields, row, { given: plans.typePathOf(row), storedTypes });
  return {
    entityType: "item",
    untypedIn: (rows) =>
      plans.hasSubtypes
        ? rows.filter((row) => plans.typePathOf(row) === "").flatMap((row) => idsIn(ownFields, row))
        : [],
    namesIn: (rows, storedTypes) =>
      plans.namesIn(rows, (row) => {
        const { family, option } = typesOf(row, storedTypes);
        return [family, option];
      }),
    build(row, { idsOfNames, storedTypes }, issues) {
      const reading = new RowReading(row, idsOfNames, issues);
      const typePaths = typesOf(row, storedTypes);
      const plan = plans.planOf(typePaths.option, reading);
      const own = readOwnFields(ownFields, reading);
      if (plan === undefined) {
        return undefined;
      }
      reportRemarks(plan, row, issues);
      const fields = startFields(own, typePaths);
      readColumns(plans.routesOf(plan, typePaths, own.place), reading, fields);
      const member = readMember?.(reading, fields.member);
      return reading.hasFailed ? undefined : draftsOf({ row, own, typePaths, fields, hasProjectItems, member });
    },
  };
}

/** The types that the columns of a row are read for. */
interface RowTypes {
  /** The row's own typePath, or "". */
  readonly given: string;
  readonly family: string;
  /** The type of the option; that of the family if the row has no option. */
  readonly option: string;
  /** The types of the stored items, if the row has no typePath. */
  readonly stored: { readonly family?: string | undefined; readonly option?: string | undefined };
}

/** Stored items keep their types. A new option has the type of its stored family. */
function typesOfRow(
  fields: ItemFields,
  row: PreparedRow,
  { given, storedTypes }: { readonly given: string; readonly storedTypes: StoredTypes },
): RowTypes {
  if (given !== "" || storedTypes.size === 0) {
    return { given, family: given, option: given, stored: noneStored };
  }
  const [familyId = "", optionId = ""] = idsIn(fields, row);
  const stored = { family: storedTypes.get(familyId), option: storedTypes.get(optionId) };
  const family = stored.family ?? "";
  return { given, family, option: stored.option ?? family, stored };
}

const noneStored = {};

function idsIn({ familyId, optionId }: ItemFields, row: PreparedRow): readonly string[] {
  return [textIn(familyId, row), textIn(optionId, row)];
}

interface ItemFields {
  readonly familyId: OwnField;
  readonly optionId: OwnField;
  readonly name: OwnField;
  readonly optionName: OwnField;
  readonly optionGroup: OwnField;
}

function itemFields(sources: ColumnSources): ItemFields {
  return {
    familyId: ownField(sources, "itemFamilyFederatedId"),
    optionId: ownField(sources, "itemOptionFederatedId"),
    name: ownField(sources, "name"),
    optionName: ownField(sources, "optionName"),
    optionGroup: ownField(sources, "optionGroup"),
  };
}

function takersOf(
  typePath: string,
  { types, hasProjectItems, hasMembers }: { types: TypeTree; hasProjectItems: boolean; hasMembers: boolean },
): Takers {
  const projectItems = {
    type: types.typeAt("project-item"),
    hasLevels: true,
    targets: { family: "projectFamily", option: "projectOption" },
  } as const;
  const members = {
    type: types.typeAt("assortment-item"),
    hasLevels: false,
    targets: { family: "member", option: "member" },
  } as const;
  return [
    { type: types.typeAt(typePath), hasLevels: true, targets: { family: "family", option: "option" } },
    ...(hasProjectItems ? [projectItems] : []),
    ...(hasMembers ? [members] : []),
  ];
}

interface OwnTexts {
  /** Whether the row has only a family. A row with an invalid option id still counts as an option. */
  readonly place: RowLevel;
  readonly familyId: string;
  readonly optionId: string;
  readonly name: string;
  readonly optionName: string;
  readonly optionGroup: string;
}

/** An invalid text has been reported, and is empty. */
function readOwnFields(fields: ItemFields, reading: RowReading): OwnTexts {
  const familyId = readRequiredText(fields.familyId, reading, "every item row") ?? "";
  const givenId = readOwnText(fields.optionId, reading);
  const name = readRequiredText(fields.name, reading, "every item") ?? "";
  if (givenId === "") {
    reportStrayOptionName(fields.optionName, reading);
    return { place: "family", familyId, optionId: "", name, optionName: "", optionGroup: "" };
  }
  const optionId = givenId ?? "";
  if (optionId !== "" && optionId === familyId) {
    reportSameIds(optionId, reading);
  }
  const optionName = readRequiredText(fields.optionName, reading, "every option") ?? "";
  const optionGroup = readOwnText(fields.optionGroup, reading) || defaultOptionGroup;
  return { place: "option", familyId, optionId, name, optionName, optionGroup };
}

// No column of a row without an option sets these fields.
const unused = {};

/** The name belongs to the family; an option has it too. A row without its own typePath does not change it. */
function startFields({ place, name, optionName, optionGroup }: OwnTexts, typePaths: RowTypes): RowFields {
  const isOption = place === "option";
  const { given, stored } = typePaths;
  const typePath = stored.option === undefined ? typePaths.option : "";
  const option = typePath === "" ? { name, optionName, optionGroup } : { name, typePath, optionName, optionGroup };
  return {
    family: given === "" ? { name } : { name, typePath: given },
    option: isOption ? option : unused,
    projectFamily: {},
    projectOption: isOption ? {} : unused,
    member: {},
    entity: unused,
  };
}

interface ItemParts {
  readonly row: PreparedRow;
  readonly own: OwnTexts;
  readonly typePaths: RowTypes;
  readonly fields: RowFields;
  readonly hasProjectItems: boolean;
  readonly member: MemberDraft | undefined;
}

/** Written out by case and without spreads, because it runs a million times. */
function draftsOf({ row, own, typePaths, fields, hasProjectItems, member }: ItemParts): ItemRow {
  const isOption = own.place === "option";
  const drafts: { -readonly [Key in keyof ItemRow]: ItemRow[Key] } = {
    kind: "item",
    rowNumber: row.number,
    family: itemDraft(own.familyId, fields.family, typePaths.stored.family),
  };
  if (isOption) {
    drafts.option = itemDraft(own.optionId, fields.option, typePaths.stored.option);
  }
  if (hasProjectItems) {
    const family = fields.projectFamily;
    drafts.projectFields = isOption ? { family, option: fields.projectOption } : { family };
  }
  if (member !== undefined) {
    drafts.member = member;
  }
  return drafts;
}

function itemDraft(federatedId: string, object: SentFields, storedType: string | undefined): KeyedDraft {
  return storedType === undefined
    ? { entityType: "item", federatedId, object }
    : { entityType: "item", federatedId, object, storedType };
}

function reportSameIds(optionId: string, reading: RowReading): void {
  reading.fail({
    columnName: "itemOptionFederatedId",
    issueType: "DUPLICATE_FEDERATED_ID",
    message: `itemOptionFederatedId is the same as itemFamilyFederatedId: ${shorten(optionId)}.`,
    suggestion: "Use a different id for the option, or leave itemOptionFederatedId empty for a row with only a family.",
    data: shorten(optionId),
  });
}

function reportStrayOptionName(field: OwnField, reading: RowReading): void {
  const optionName = readOwnText(field, reading) ?? "";
  if (optionName !== "") {
    reading.warn({
      columnName: field.slug,
      issueType: "MISSING_DATA",
      message: "optionName is set, but itemOptionFederatedId is empty: the row has only a family.",
      suggestion: "Set itemOptionFederatedId to load an option.",
      data: shorten(optionName),
    });
  }
}
