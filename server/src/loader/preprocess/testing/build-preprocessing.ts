import type { LoadConfiguration, PropertyDefinition } from "@weft/contract";
import type { OptionPair } from "../../../entity-types/kinds/property-kind.ts";
import { TypeTree } from "../../../entity-types/type-tree.ts";
import type { JsonValue } from "../../../platform/json-value.ts";
import { IssueList } from "../../load-issue.ts";
import { compilePreprocessing, type Preprocessing } from "../compile-preprocessing.ts";

type PropertyInput = Pick<PropertyDefinition, "slug"> & Partial<PropertyDefinition>;
type TypeInputs = Readonly<Record<string, readonly PropertyInput[]>>;

interface Inputs {
  readonly headers: readonly string[];
  readonly configuration?: LoadConfiguration;
  /** The properties of types by path. */
  readonly types?: TypeInputs;
  readonly optionSets?: Readonly<Record<string, readonly OptionPair[]>>;
  readonly clock?: () => number;
}

export const now = Date.UTC(2026, 0, 2);

/** Builds preprocessing, by default of an ITEM load, and collects its issues. */
export function buildPreprocessing({ headers, configuration = {}, types = {}, optionSets = {}, clock }: Inputs) {
  const issues = new IssueList();
  const preprocessing = compilePreprocessing({
    configuration: { loadType: ["ITEM"], ...configuration },
    headers,
    types: buildTree(types, optionSets),
    issues,
    now,
    ...(clock === undefined ? {} : { clock }),
  });
  return { preprocessing, issues: issues.all, prepare: (...cells: string[]) => namedValues(preprocessing, cells) };
}

/** The values of a row with these cells, by column. The row is the first below the header. */
function namedValues(preprocessing: Preprocessing, cells: readonly string[]): Record<string, JsonValue> {
  const { values } = preprocessing.prepare({ number: 2, cells });
  return Object.fromEntries(preprocessing.columns.map((column, slot) => [column, values[slot]]));
}

/** The values of the rows in a column. */
export function columnOf(preprocessing: Preprocessing, column: string, rows: readonly string[][]): JsonValue[] {
  const slot = preprocessing.columns.indexOf(column);
  return rows.map((cells, index) => preprocessing.prepare({ number: index + 2, cells }).values[slot]);
}

function buildTree(types: TypeInputs, optionSets: NonNullable<Inputs["optionSets"]>): TypeTree {
  const nodes = Object.entries(types).map(([typePath, inputs]) => ({
    typePath,
    label: typePath,
    mode: "open" as const,
    isDescribed: true,
    properties: inputs.map(propertyOf),
  }));
  return new TypeTree(1, nodes, new Map(Object.entries(optionSets)));
}

function propertyOf(input: PropertyInput): PropertyDefinition {
  return {
    label: input.slug,
    propertyType: "string",
    required: false,
    unique: false,
    searchable: false,
    disabled: false,
    level: "all",
    ...input,
  };
}
