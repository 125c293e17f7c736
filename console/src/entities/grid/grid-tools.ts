import type { Weft } from "@weft/client";
import { createContext, useContext } from "react";
import type { AnyEntity } from "../any-entity.ts";
import type { EntityKind } from "../entity-kind.ts";
import type { CellLabels } from "./cell-text.ts";
import type { GridColumn } from "./grid-column.ts";
import type { Option } from "./read-cell.ts";
import type { ReferenceNames } from "./reference-names.ts";

/** What every part of the grid needs. Replaced when names have been loaded, so that cells show them. */
export interface GridTools {
  readonly weft: Weft;
  readonly kind: EntityKind;
  readonly names: ReferenceNames;
  readonly words: CellLabels;
  readonly typeLabels: ReadonlyMap<string, string>;
  readonly optionsOf: (column: GridColumn) => readonly Option[];
  readonly whyLocked: (column: GridColumn, row: AnyEntity) => string | undefined;
}

export const GridToolsContext = createContext<GridTools | undefined>(undefined);

export function useGridTools(): GridTools {
  const tools = useContext(GridToolsContext);
  if (tools === undefined) {
    throw new Error("Only parts of the grid have its tools.");
  }
  return tools;
}
