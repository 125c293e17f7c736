import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useSession, useWeft } from "../../session/session.ts";
import { pluralize } from "../../ui/format.ts";
import { notifyError } from "../../ui/notify.ts";
import type { AnyEntity } from "../any-entity.ts";
import { fullTitleOf } from "../any-entity.ts";
import type { EntityKind } from "../entity-kind.ts";
import { CellWriter, type EditConflict } from "./cell-writer.ts";
import { cellCalls, forgetReadElsewhere, readWithWriter, refreshWritten } from "./edit-calls.ts";
import type { EntityRows } from "./entity-rows.ts";
import type { GridColumn } from "./grid-column.ts";
import { type CellPlan, changesOf, needsReview } from "./plan-cells.ts";
import { inverse, UndoHistory } from "./undo-history.ts";
import { hideUndoToast, showKeptCells, showUndoToast } from "./undo-toast.tsx";
import { type CellChange, type CellsOutcome, writeCells } from "./write-cells.ts";

/** What is done to many cells at once: "Clear cells", "cleared". */
export interface CellAct {
  readonly title: string;
  readonly done: string;
  /** What is written. Default: cells. */
  readonly noun?: readonly [string, string];
}

export const cellNoun = ["cell", "cells"] as const;

/** A plan to review, or what could not be done. */
export type Review =
  | { readonly act: CellAct; readonly plan: CellPlan }
  | { readonly act: CellAct; readonly outcome: CellsOutcome };

export type GridEdits = ReturnType<typeof useGridEdits>;

/** Writes cells of these rows. Every edit can be undone, and conflicts are kept for the user to decide. */
export function useGridEdits(rows: EntityRows, kind: EntityKind, columns: readonly GridColumn[]) {
  const history = useUndoHistory(kind);
  const [review, setReview] = useState<Review>();
  const steps = useSyncExternalStore(history.subscribe, history.state);
  const { writer, ...conflicts } = useCellWriter(rows, kind, history);
  const write = useWrite(rows, kind);
  const queue = useRef(Promise.resolve());
  const inTurn = (work: () => Promise<void>) => {
    queue.current = queue.current.then(work).catch(notifyError);
    return queue.current;
  };

  const move = (from: "undo" | "redo") =>
    inTurn(async () => {
      await writer.idle();
      const step = history.take(from);
      if (step === undefined) return;
      hideUndoToast();
      const outcome = await write((from === "undo" ? inverse(step) : step).cells).catch((error: unknown) => {
        history.put(from, step);
        throw error;
      });
      const done = { ...step, cells: outcome.written };
      history.put(from === "undo" ? "redo" : "undo", from === "undo" ? inverse(done) : done);
      reportMove(from, step.label, outcome, columns);
    });
  const undo = () => void move("undo");
  const record = (label: string, cells: readonly CellChange[]) => {
    const isKept = history.add({ label, cells });
    if (cells.length > 0) showUndoToast(label, isKept ? undo : undefined);
  };
  const apply = (act: CellAct, changes: readonly CellChange[]) =>
    inTurn(async () => {
      await writer.idle();
      const outcome = await write(changes);
      record(`${pluralize(outcome.written.length, ...(act.noun ?? cellNoun))} ${act.done}`, outcome.written);
      if (outcome.refused.length + outcome.overtaken.length > 0) setReview({ act, outcome });
    });
  return {
    ...conflicts,
    undo,
    redo: () => void move("redo"),
    canUndo: steps.undo.at(-1)?.label,
    canRedo: steps.redo.at(-1)?.label,
    write,
    /** Makes a finished edit undoable, and says so. */
    record,
    review,
    endReview: () => setReview(undefined),
    /** Writes a reviewed plan. */
    accept: (act: CellAct, plan: CellPlan) => {
      setReview(undefined);
      return apply(act, changesOf(plan));
    },
    /** Writes a plan, or shows it first. */
    propose: (act: CellAct, plan: CellPlan) => {
      if (needsReview(plan)) setReview({ act, plan });
      else if (plan.cellCount > 0) void apply(act, changesOf(plan));
    },
  };
}

function reportMove(from: "undo" | "redo", label: string, outcome: CellsOutcome, columns: readonly GridColumn[]): void {
  const { overtaken, refused } = outcome;
  if (overtaken.length + refused.length === 0) return;
  const labelOf = (field: string) => columns.find((column) => column.field === field)?.label ?? field;
  showKeptCells(
    `${label}: ${pluralize(overtaken.length + refused.length, "value")} not ${from === "undo" ? "undone" : "redone"}`,
    { overtaken, refused },
    labelOf,
  );
}

/** One for each organization, user and kind. */
function useUndoHistory(kind: EntityKind): UndoHistory {
  const { who } = useSession();
  const key = `weft.undo.${who.org.slug}.${who.actor.id}.${kind.path}`;
  return useMemo(() => new UndoHistory(sessionStorage, key), [key]);
}

function useWrite(rows: EntityRows, kind: EntityKind) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  return async (changes: readonly CellChange[], known?: readonly AnyEntity[]): Promise<CellsOutcome> => {
    const outcome = await writeCells(rows, cellCalls(weft, kind), changes, known);
    forgetReadElsewhere(queryClient, kind);
    void refreshWritten(weft, kind, rows, outcome.entities);
    return outcome;
  };
}

/** Writes single cells as they are typed. */
function useCellWriter(rows: EntityRows, kind: EntityKind, history: UndoHistory) {
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
        onWritten: (entity, field, before) => {
          const change = { id: entity.id, title: fullTitleOf(entity), field, before: before ?? null };
          history.add({ label: "1 cell edited", cells: [{ ...change, after: entity[field] ?? null }] });
          hideUndoToast();
          forgetReadElsewhere(queryClient, kind);
          void refreshWritten(weft, kind, rows, [entity]);
        },
        onRefused: notifyError,
      }),
    [rows, kind, weft, queryClient, history],
  );
  const decide = (act: (conflict: EditConflict) => void) => (conflict: EditConflict) => {
    setConflicts((before) => before.filter((one) => one !== conflict));
    act(conflict);
  };
  return {
    writer,
    conflict: conflicts[0],
    takeTheirs: decide((conflict) => writer.takeTheirs(conflict)),
    writeMine: decide((conflict) => writer.writeMine(conflict)),
    writeCell: (id: string, { field }: GridColumn, value: unknown) => writer.write(id, field, value),
  };
}
