import type { EventWorkflow } from "@weft/client";
import type { Dispatch } from "react";
import { actionLabels } from "./action-table.ts";
import { type Draft, draftOf, type TaskDraft, writeDraft } from "./draft.ts";
import type { FieldError } from "./field-errors.ts";
import type { KnownProperty } from "./use-properties.ts";

/** The state of the editor: the draft, and the definition it is based on. */
interface Editing {
  readonly draft: Draft;
  /** One for each task, so that a card keeps its identity when it moves. */
  readonly keys: readonly number[];
  readonly saved: { readonly version: number | undefined; readonly text: string };
  /** The definition of another user, saved while this one was edited. */
  readonly newer: EventWorkflow | undefined;
}

export type Edit =
  | { readonly type: "change"; readonly change: Partial<Draft> }
  | { readonly type: "replace"; readonly draft: Draft }
  | { readonly type: "task"; readonly index: number; readonly change: Partial<TaskDraft> }
  | { readonly type: "add"; readonly action: string }
  | { readonly type: "remove"; readonly index: number }
  | { readonly type: "duplicate"; readonly index: number }
  | { readonly type: "move"; readonly index: number; readonly to: number }
  | Meeting;

/** When the draft meets the saved definition. */
type Meeting =
  | { readonly type: "saved"; readonly workflow: EventWorkflow }
  | { readonly type: "read"; readonly workflow: EventWorkflow }
  | { readonly type: "take-theirs" }
  | { readonly type: "keep-mine" };

export function beginEditing(draft: Draft, version: number | undefined): Editing {
  return {
    draft,
    keys: draft.tasks.map((_, index) => index),
    saved: { version, text: writeDraft(draft) },
    newer: undefined,
  };
}

export function isTouched({ draft, saved }: Editing): boolean {
  return writeDraft(draft) !== saved.text;
}

export function editDraft(state: Editing, edit: Edit): Editing {
  const { draft } = state;
  switch (edit.type) {
    case "change":
      return { ...state, draft: { ...draft, ...edit.change } };
    case "replace":
      return { ...state, draft: edit.draft, keys: keysFor(edit.draft.tasks.length, state.keys) };
    case "task":
      return withTasks(
        state,
        draft.tasks.map((task, at) => (at === edit.index ? { ...task, ...edit.change } : task)),
      );
    case "add":
      return withTasks(state, [...draft.tasks, newTask(edit.action, draft.tasks)]);
    case "remove":
      return withTasks(state, without(draft.tasks, edit.index), without(state.keys, edit.index));
    case "duplicate":
      return duplicate(state, edit.index);
    case "move":
      return withTasks(state, moved(draft.tasks, edit), moved(state.keys, edit));
    case "saved":
    case "read":
    case "take-theirs":
    case "keep-mine":
      return follow(state, edit);
  }
}

/** How the draft and the saved definition are combined. */
function follow(state: Editing, edit: Meeting): Editing {
  switch (edit.type) {
    case "saved":
      return beginEditing(draftOf(edit.workflow), edit.workflow.version);
    case "read":
      return readAgain(state, edit.workflow);
    case "take-theirs":
      return state.newer === undefined ? state : beginEditing(draftOf(state.newer), state.newer.version);
    case "keep-mine":
      return state.newer === undefined ? state : { ...state, saved: savedOf(state.newer), newer: undefined };
  }
}

/** Only a different definition is a conflict: enabling or disabling the workflow is not. */
function readAgain(state: Editing, workflow: EventWorkflow): Editing {
  const { version, text } = state.saved;
  if (version !== undefined && workflow.version <= version) return state;
  const saved = savedOf(workflow);
  if (saved.text === text) return { ...state, saved };
  return isTouched(state) ? { ...state, newer: workflow } : beginEditing(draftOf(workflow), workflow.version);
}

function savedOf(workflow: EventWorkflow): Editing["saved"] {
  return { version: workflow.version, text: writeDraft(draftOf(workflow)) };
}

function withTasks(state: Editing, tasks: readonly TaskDraft[], keys = keysFor(tasks.length, state.keys)): Editing {
  return { ...state, draft: { ...state.draft, tasks }, keys };
}

function keysFor(count: number, keys: readonly number[]): readonly number[] {
  const next = Math.max(-1, ...keys) + 1;
  return Array.from({ length: count }, (_, index) => keys[index] ?? next + index);
}

function without<Member>(list: readonly Member[], index: number): Member[] {
  return list.filter((_, at) => at !== index);
}

function moved<Member>(
  list: readonly Member[],
  { index, to }: { readonly index: number; readonly to: number },
): readonly Member[] {
  const [member] = list.slice(index, index + 1);
  if (member === undefined || to < 0 || to >= list.length) return list;
  return without(list, index).toSpliced(to, 0, member);
}

function duplicate(state: Editing, index: number): Editing {
  const { tasks } = state.draft;
  const task = tasks[index];
  if (task === undefined) return state;
  const copy = { ...structuredClone(task), name: freeName(task.name, tasks) };
  const key = Math.max(...state.keys) + 1;
  return withTasks(state, tasks.toSpliced(index + 1, 0, copy), state.keys.toSpliced(index + 1, 0, key));
}

function newTask(action: string, tasks: readonly TaskDraft[]): TaskDraft {
  const { label, start } = actionLabels(action);
  return { name: freeName(label, tasks), action, config: structuredClone(start) };
}

/** Task names are unique, so a copy is numbered. */
function freeName(name: string, tasks: readonly TaskDraft[]): string {
  const base = name.replace(/ \d+$/, "");
  const taken = new Set(tasks.map((task) => task.name));
  if (!taken.has(name)) return name;
  const number = Array.from({ length: tasks.length + 1 }, (_, index) => index + 2).find(
    (candidate) => !taken.has(`${base} ${candidate}`),
  );
  return `${base} ${number}`;
}

/** The props of every part of the editor. */
export interface EditorProps {
  readonly draft: Draft;
  readonly keys: readonly number[];
  readonly dispatch: Dispatch<Edit>;
  readonly errors: readonly FieldError[];
  readonly propertiesOf: (kind: string) => readonly KnownProperty[];
  /** Whether it was saved before, and so may have secrets that are never shown. */
  readonly isSaved: boolean;
}
