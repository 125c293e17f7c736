import { shorten } from "../../entity-types/kinds/shorten.ts";
import type { TypeTree } from "../../entity-types/type-tree.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import type { RowDrafts } from "../row-drafts.ts";
import { ColumnPlans } from "./column-plans.ts";
import type { ColumnSources } from "./column-sources.ts";
import { compileColor } from "./compile-color.ts";
import { readColumns, reportRemarks } from "./compile-column-plan.ts";
import { federatedIdCharactersMax, type OwnField, ownField, readOwnText, readRequiredText } from "./read-own-text.ts";
import type { RowBuilder } from "./row-builder.ts";
import { RowReading } from "./row-reading.ts";
import type { TypePathRule } from "./validate-type-path.ts";

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
    rule: { root: "color", subtypes: "none" },
    ownColumns: ["hex", "red", "green", "blue"],
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

/** Rows with one plain entity each. */
export function compileEntityRows(loadType: EntityLoadType, sources: ColumnSources, types: TypeTree): RowBuilder {
  const { rule, ownColumns, compileComplete, readFederatedId } = entityLoads[loadType];
  const plans = new ColumnPlans({
    sources,
    types,
    rule,
    ownColumns: new Set(["typePath", "name", "federatedId", ...ownColumns]),
    takersFor: (typePath) => [{ type: types.typeAt(typePath), hasLevels: false, targets: { family: "entity" } }],
  });
  const complete = compileComplete(sources);
  const [nameField, federatedIdField] = [ownField(sources, "name"), ownField(sources, "federatedId")];
  return {
    namesIn: (rows) => plans.namesIn(rows),
    build(row, idsOfNames, issues): RowDrafts | undefined {
      const reading = new RowReading(row, idsOfNames, issues);
      const typePath = plans.typePathOf(row);
      const plan = plans.planOf(typePath, reading);
      const name = readRequiredText(nameField, reading, `every ${rule.root}`) ?? "";
      const federatedId = readFederatedId(federatedIdField, { name, typePath }, reading);
      if (plan === undefined) {
        return undefined;
      }
      reportRemarks(plan, issues);
      const fields: Fields = typePath === "" ? { name } : { name, typePath };
      readColumns(plan.routes.family, reading, { ...noFields, entity: fields });
      complete(fields, reading);
      return reading.hasFailed
        ? undefined
        : { kind: "entity", rowNumber: row.number, entity: { entityType: rule.root, federatedId, object: fields } };
    },
  };
}

// No column of these loads sets these fields.
const noFields = { family: {}, option: {}, projectFamily: {}, projectOption: {}, member: {} };

/** Custom entities of all types share one namespace of federatedIds, so theirs are prefixed with the type. */
function readPrefixedId(
  field: OwnField,
  { name, typePath }: { readonly name: string; readonly typePath: string },
  reading: RowReading,
): string {
  const given = readOwnText(field, reading) || name;
  const federatedId = given.startsWith("custom-entity:") ? given : `${typePath}:${given}`;
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
  if (!reading.hasFailed && sizeCountOf(fields["sizeRange"]) === 0) {
    reading.fail({
      columnName: "sizeRange",
      issueType: "MISSING_DATA",
      message: "sizeRange is empty: every size range template requires one.",
      suggestion: "Separate the sizes with commas, such as S,M,L.",
    });
  }
}

function sizeCountOf(sizeRange: JsonValue): number {
  const sizes = typeof sizeRange === "object" && sizeRange !== null && "sizes" in sizeRange ? sizeRange["sizes"] : [];
  return Array.isArray(sizes) ? sizes.length : 0;
}
