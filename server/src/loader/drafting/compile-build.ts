import type { LoadConfiguration } from "@weft/contract";
import type { TypeTree } from "../../entity-types/type-tree.ts";
import { compileEntityRows } from "./compile-entity-rows.ts";
import { compileItemRows } from "./compile-item-rows.ts";
import type { RowBuilder } from "./row-drafts.ts";
import { ColumnSources } from "./row-reading.ts";

interface BuildOptions {
  readonly configuration: LoadConfiguration;
  readonly headers: readonly string[];
  /** After preprocessing. */
  readonly columns: readonly string[];
  readonly types: TypeTree;
  /** By column that no type of the load knows, what may be meant. */
  readonly hints: ReadonlyMap<string, string>;
}

/** Compiles once for all rows where each column goes and how it is parsed. The configuration is already validated. */
export function compileBuild({ configuration, headers, columns, types, hints }: BuildOptions): RowBuilder {
  const sources = new ColumnSources({ configuration, headers, columns });
  const { loadType: [first] = [] } = configuration;
  switch (first) {
    case "COLOR":
    case "CUSTOM_ENTITY":
    case "SIZE_RANGE_TEMPLATE":
      return compileEntityRows(first, { sources, types, hints });
    default:
      return compileItemRows({ configuration, sources, types, hints });
  }
}
