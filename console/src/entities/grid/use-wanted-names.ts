import type { VirtualItem } from "@tanstack/react-virtual";
import type { EntityName } from "@weft/client";
import { useEffect } from "react";
import type { AnyEntity } from "../any-entity.ts";
import { idsIn } from "../use-referred.ts";
import type { EntityRows } from "./entity-rows.ts";
import { referredKind } from "./grid-calls.ts";
import type { GridColumn } from "./grid-column.ts";
import { useGridTools } from "./grid-tools.ts";

/** Requests the names of the entities that the visible rows refer to, and the colors of options. */
export function useWantedNames(shown: readonly VirtualItem[], rows: EntityRows, columns: readonly GridColumn[]): void {
  const { names, wantColors } = useGridTools();
  const state = rows.state();
  // biome-ignore lint/correctness/useExhaustiveDependencies: Rows are loaded and change.
  useEffect(() => {
    const inSight = shown.flatMap(({ index }) => rows.rowAt(index) ?? []);
    wantColors(shown.flatMap(({ index }) => optionsAt(rows, index)));
    for (const [field, entityName] of referencesIn(columns)) {
      names.want(
        entityName,
        inSight.flatMap((row) => idsIn(row[field])),
      );
    }
    // An entity without a name is named by its item.
    names.want(
      "item",
      inSight.filter(({ name }) => name === undefined).flatMap(({ itemId }) => idsIn(itemId)),
    );
  }, [shown, rows, state, columns, names]);
}

/** The options of a style, whose colors its row shows. */
export function optionsAt(rows: EntityRows, line: number): AnyEntity[] {
  const found = rows.lineAt(line);
  return found?.kind === "row" ? (found.family?.options ?? []).flatMap(({ id }) => rows.rowOf(id) ?? []) : [];
}

function referencesIn(columns: readonly GridColumn[]): [string, EntityName][] {
  return columns.flatMap((column): [string, EntityName][] => {
    const entityName = referredKind(column);
    return entityName === undefined ? [] : [[column.field, entityName]];
  });
}
