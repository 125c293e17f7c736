import type { LoadConfiguration } from "@weft/contract";
import { shorten } from "../../entity-types/kinds/validate-text.ts";
import type { TypeTree } from "../../entity-types/type-tree.ts";
import { itemColumns } from "../preprocess/load-properties.ts";
import type { PreparedRow } from "../row.ts";
import { ColumnPlans, type RowFields, readColumns, reportRemarks } from "./compile-column-plan.ts";
import { compileMemberReader } from "./compile-member-reader.ts";
import { type OwnField, ownField, readOwnText, readRequiredText } from "./own-fields.ts";
import type { RowLevel, Takers } from "./route-column.ts";
import type { ItemRow, MemberDraft, RowBuilder } from "./row-drafts.ts";
import { type ColumnSources, RowReading } from "./row-reading.ts";

interface ItemOptions {
  readonly configuration: LoadConfiguration;
  readonly sources: ColumnSources;
  readonly types: TypeTree;
}

const defaultOptionGroup = "color";

/** Rows of items, alone or with project items and assortments. */
export function compileItemRows({ configuration, sources, types }: ItemOptions): RowBuilder {
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
    takersFor: (typePath) => takersOf(typePath, { types, hasProjectItems, hasMembers }),
  });
  const readMember = hasMembers ? compileMemberReader(configuration, sources) : undefined;
  const ownFields = itemFields(sources);
  return {
    namesIn: (rows) => plans.namesIn(rows),
    build(row, idsOfNames, issues) {
      const reading = new RowReading(row, idsOfNames, issues);
      const typePath = plans.typePathOf(row);
      const plan = plans.planOf(typePath, reading);
      const own = readOwnFields(ownFields, reading);
      if (plan === undefined) {
        return undefined;
      }
      reportRemarks(plan, issues);
      const fields = startFields(own, typePath);
      readColumns(plan.routes[own.place], reading, fields);
      const member = readMember?.(reading, fields.member);
      return reading.hasFailed ? undefined : draftsOf({ row, own, fields, hasProjectItems, member });
    },
  };
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
function startFields({ place, name, optionName, optionGroup }: OwnTexts, typePath: string): RowFields {
  const isOption = place === "option";
  const option = typePath === "" ? { name, optionName, optionGroup } : { name, typePath, optionName, optionGroup };
  return {
    family: typePath === "" ? { name } : { name, typePath },
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
  readonly fields: RowFields;
  readonly hasProjectItems: boolean;
  readonly member: MemberDraft | undefined;
}

/** Written out by case and without spreads, because it runs a million times. */
function draftsOf({ row, own, fields, hasProjectItems, member }: ItemParts): ItemRow {
  const isOption = own.place === "option";
  const drafts: { -readonly [Key in keyof ItemRow]: ItemRow[Key] } = {
    kind: "item",
    rowNumber: row.number,
    family: { entityType: "item", federatedId: own.familyId, object: fields.family },
  };
  if (isOption) {
    drafts.option = { entityType: "item", federatedId: own.optionId, object: fields.option };
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
