import type { VirtualItem } from "@tanstack/react-virtual";
import type { EntityName } from "@weft/client";
import { useEffect } from "react";
import type { AnyEntity } from "../any-entity.ts";
import { referredKind } from "./grid-calls.ts";
import type { GridColumn } from "./grid-column.ts";
import { useGridTools } from "./grid-tools.ts";

/** Requests the names of the entities that the visible rows refer to. */
export function useWantedNames(
  shown: readonly VirtualItem[],
  rows: readonly AnyEntity[],
  columns: readonly GridColumn[],
): void {
  const { names } = useGridTools();
  useEffect(() => {
    const inSight = shown.flatMap(({ index }) => rows[index] ?? []);
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
  }, [shown, rows, rows.length, columns, names]);
}

function referencesIn(columns: readonly GridColumn[]): [string, EntityName][] {
  return columns.flatMap((column): [string, EntityName][] => {
    const entityName = referredKind(column);
    return entityName === undefined ? [] : [[column.field, entityName]];
  });
}

function idsIn(value: unknown): string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((one) => typeof one === "string");
}
