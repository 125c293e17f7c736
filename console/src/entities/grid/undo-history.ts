import type { CellChange } from "./write-cells.ts";

/** One act of the user. */
export interface UndoStep {
  /** "12 cells cleared". */
  readonly label: string;
  readonly cells: readonly CellChange[];
}

interface Steps {
  readonly undo: readonly UndoStep[];
  readonly redo: readonly UndoStep[];
}

const stepsMax = 100;
/** In characters of JSON: browsers store about 5 million for a tab. */
const stepSizeMax = 1_000_000;
const sizeMax = 2_000_000;

/** The edits that can be undone and redone, the last one last. They are kept over a reload of the tab. */
export class UndoHistory {
  readonly #storage: Pick<Storage, "getItem" | "setItem">;
  readonly #key: string;
  readonly #listeners = new Set<() => void>();
  #steps: Steps;

  constructor(storage: Pick<Storage, "getItem" | "setItem">, key: string) {
    this.#storage = storage;
    this.#key = key;
    this.#steps = readSteps(storage.getItem(key));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): Steps => this.#steps;

  /** A new edit: what was undone before cannot be redone. Returns whether it is small enough to be undone. */
  add(step: UndoStep): boolean {
    if (step.cells.length === 0) return true;
    const isKept = sizeOf(step) <= stepSizeMax;
    this.#set({ undo: isKept ? [...this.#steps.undo, step] : [], redo: [] });
    return isKept;
  }

  /** Takes the last step from one list. */
  take(from: keyof Steps): UndoStep | undefined {
    const step = this.#steps[from].at(-1);
    if (step !== undefined) this.#set({ ...this.#steps, [from]: this.#steps[from].slice(0, -1) });
    return step;
  }

  put(to: keyof Steps, step: UndoStep): void {
    if (step.cells.length > 0) this.#set({ ...this.#steps, [to]: [...this.#steps[to], step] });
  }

  #set({ undo, redo }: Steps): void {
    this.#steps = { undo: bounded(undo), redo: bounded(redo) };
    try {
      this.#storage.setItem(this.#key, JSON.stringify(this.#steps));
    } catch {
      // The storage of the tab is full: the steps are kept until it is reloaded.
    }
    for (const listener of this.#listeners) listener();
  }
}

/** What reverts a step. */
export function inverse({ label, cells }: UndoStep): UndoStep {
  return { label, cells: cells.map((cell) => ({ ...cell, before: cell.after, after: cell.before })) };
}

/** The newest steps, as many as fit. */
function bounded(steps: readonly UndoStep[]): readonly UndoStep[] {
  let size = 0;
  const newest = steps.slice(-stepsMax);
  const first = newest.findLastIndex((step) => {
    size += sizeOf(step);
    return size > sizeMax;
  });
  return newest.slice(first + 1);
}

const sizes = new WeakMap<UndoStep, number>();

function sizeOf(step: UndoStep): number {
  const size = sizes.get(step) ?? JSON.stringify(step).length;
  sizes.set(step, size);
  return size;
}

function readSteps(stored: string | null): Steps {
  try {
    const value: unknown = JSON.parse(stored ?? "{}");
    const { undo, redo } = { undo: undefined, redo: undefined, ...(typeof value === "object" ? value : {}) };
    return { undo: stepsIn(undo), redo: stepsIn(redo) };
  } catch {
    return { undo: [], redo: [] };
  }
}

function stepsIn(value: unknown): readonly UndoStep[] {
  return Array.isArray(value) ? value.filter(isStep) : [];
}

function isStep(value: unknown): value is UndoStep {
  return (
    typeof value === "object" && value !== null && "label" in value && "cells" in value && Array.isArray(value.cells)
  );
}
