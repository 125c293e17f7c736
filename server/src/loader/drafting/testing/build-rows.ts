import { type LoadConfiguration, type PropertyDefinition, propertySchema } from "@weft/contract";
import type { OptionPair } from "../../../entity-types/kinds/property-kind.ts";
import { TypeTree } from "../../../entity-types/type-tree.ts";
import type { JsonValue } from "../../../platform/json-value.ts";
import { IssueList } from "../../load-issue.ts";
import type { PreparedRow } from "../../row.ts";
import { compileBuild } from "../compile-build.ts";
import { FileLedger } from "../file-ledger.ts";

type PropertyInput = Pick<PropertyDefinition, "slug"> & Partial<PropertyDefinition>;

interface TypeInput {
  readonly mode?: "open" | "strict";
  readonly properties?: readonly PropertyInput[];
}

export function buildTree(
  inputs: Readonly<Record<string, TypeInput>> = {},
  optionSets: Readonly<Record<string, readonly OptionPair[]>> = {},
): TypeTree {
  const nodes = Object.entries(inputs).map(([typePath, { mode = "open", properties = [] }]) => ({
    typePath,
    label: typePath,
    mode,
    isDescribed: true,
    properties: properties.map((input) =>
      propertySchema.parse({ label: input.slug, propertyType: "string", ...input }),
    ),
  }));
  return new TypeTree(1, nodes, new Map(Object.entries(optionSets)));
}

type Cells = Readonly<Record<string, string>>;

interface RowsInput {
  readonly configuration?: LoadConfiguration;
  readonly types?: TypeTree;
  /** The rows of the file, all with the same headers. */
  readonly cells: readonly Cells[];
  /** The results of step 5, by column. */
  readonly made?: Readonly<Record<string, JsonValue | ((cells: Cells) => JsonValue)>>;
  /** The ids of names in reference cells, by required path. */
  readonly ids?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** By federatedId, the types of stored entities. */
  readonly stored?: Readonly<Record<string, string>>;
}

/** Drafts the rows of a small file and runs them through the ledger. Steps 1 to 3 and 5 are simplified. */
export function buildRows({ configuration = {}, types = buildTree(), cells, ...known }: RowsInput) {
  const { made = {}, ids = {}, stored = {} } = known;
  const storedTypes = new Map(Object.entries(stored));
  const load = { loadType: ["ITEM" as const], ...configuration };
  const headers = Object.keys(cells[0] ?? {});
  const removed = new Set(load.propertiesToRemove);
  const columns = [...new Set([...headers, ...Object.keys(load.federatedMappings ?? {})])]
    .filter((column) => !removed.has(column))
    .concat(Object.keys(made).filter((column) => !headers.includes(column)));
  const rows = cells.map((row, index) => prepare({ row, index, headers, columns, made, load }));
  const builder = compileBuild({ configuration: load, headers, columns, types, hints: new Map() });
  const ledger = new FileLedger({ types, columns });
  const issues = new IssueList();
  const names = builder.namesIn(rows, storedTypes);
  const idsOfNames = new Map(Object.entries(ids).map(([path, found]) => [path, new Map(Object.entries(found))]));
  const built = rows.map((row) => builder.build(row, { idsOfNames, storedTypes }, issues));
  const drafts = built.map((one) => (one !== undefined && ledger.check(one, issues) ? one : undefined));
  return { drafts, issues: issues.all, names };
}

interface Preparation extends Required<Pick<RowsInput, "made">> {
  readonly row: Cells;
  readonly index: number;
  readonly headers: readonly string[];
  readonly columns: readonly string[];
  readonly load: LoadConfiguration;
}

function prepare({ row, index, headers, columns, made, load }: Preparation): PreparedRow {
  const values = columns.map((column) => {
    const make = made[column];
    if (Object.hasOwn(made, column)) {
      return typeof make === "function" ? make(row) : make;
    }
    const mapped = load.federatedMappings?.[column] ?? "";
    return booleanOf(row[column] ?? row[mapped]) ?? mapped;
  });
  return { number: index + 2, original: headers.map((header) => row[header] ?? ""), values };
}

function booleanOf(cell: string | undefined): boolean | string | undefined {
  return cell !== undefined && /^(true|false)$/i.test(cell) ? cell.toLowerCase() === "true" : cell;
}
