import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { Weft } from "@weft/client";
import { useCallback, useMemo, useState } from "react";
import { isStaleAfterGridWrite } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import { notifyError } from "../../ui/notify.ts";
import type { AnyEntity } from "../any-entity.ts";
import type { EntityKind } from "../entity-kind.ts";
import { CellWriter, type EditConflict } from "./cell-writer.ts";
import type { EntityRows } from "./entity-rows.ts";
import type { GridColumn } from "./grid-column.ts";

/** Writes cells of these rows, and keeps the conflicts that the user must decide. */
export function useCellWriter(rows: EntityRows, kind: EntityKind) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const [conflicts, setConflicts] = useState<readonly EditConflict[]>([]);
  const writer = useMemo(
    () =>
      new CellWriter(rows, {
        update: (id, object, version) =>
          weft.entities.update<AnyEntity>({ entityName: kind.name, id, object, ifMatch: version }),
        read: (id) => readWithWriter(weft, kind, id),
        onConflict: (conflict) => setConflicts((before) => [...before, conflict]),
        onWritten: (entity) => {
          forgetReadElsewhere(queryClient, kind);
          void refreshOptions(weft, rows, entity);
        },
        onRefused: notifyError,
      }),
    [rows, kind, weft, queryClient],
  );
  const write = useCallback(
    (id: string, { field }: GridColumn, value: unknown) => writer.write(id, field, value),
    [writer],
  );
  const decide = (act: (conflict: EditConflict) => void) => (conflict: EditConflict) => {
    setConflicts((before) => before.filter((one) => one !== conflict));
    act(conflict);
  };
  return {
    write,
    conflict: conflicts[0],
    takeTheirs: decide((conflict) => writer.takeTheirs(conflict)),
    writeMine: decide((conflict) => writer.writeMine(conflict)),
  };
}

async function readWithWriter(weft: Weft, { name: entityName }: EntityKind, id: string) {
  const { updatedBy, ...entity } = await weft.entities.get<AnyEntity>({ entityName, id, relations: "updatedBy" });
  return { entity: { ...entity, ...systemOf(entity) }, who: nameIn(updatedBy) };
}

/** The common fields, which the rest type does not include. */
function systemOf({ id, entityType, typePath, createdOn, updatedOn, version }: AnyEntity) {
  return { id, entityType, typePath, createdOn, updatedOn, version };
}

function nameIn(actor: unknown): string | undefined {
  const isNamed = typeof actor === "object" && actor !== null && "name" in actor && typeof actor.name === "string";
  return isNamed ? String(actor.name) : undefined;
}

const optionsMax = 1000;

/** The values of a style are copied to its options: those among the rows have changed as well. */
async function refreshOptions(weft: Weft, rows: EntityRows, { id, entityType, itemFamilyId }: AnyEntity) {
  if (entityType !== "item" || itemFamilyId !== id) return;
  const hasOptions = rows.state().rows.some((row) => row["itemFamilyId"] === id && row.id !== id);
  if (!hasOptions) return;
  const listing = { entityName: "item", criteria: { itemFamilyId: id }, limit: optionsMax } as const;
  const { results } = await weft.entities.list<AnyEntity>(listing).catch(() => ({ results: [] }));
  rows.replace(results.filter((option) => option.id !== id));
}

/** After a write: other pages refetch their data. The grid itself is already up to date. */
export function forgetReadElsewhere(queryClient: QueryClient, kind: EntityKind): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => isStaleAfterGridWrite(queryKey, kind.path),
  });
}
