import { expect, test } from "vitest";
import type { Draft } from "./draft.ts";
import { beginEditing, type Edit, editDraft, isTouched } from "./edit-draft.ts";

const draft: Draft = {
  name: "Quote",
  identifier: "quote",
  triggers: ["item|update"],
  tasks: [
    { name: "a", action: "external", config: {} },
    { name: "b", action: "delay", config: { seconds: 1 } },
    { name: "c", action: "external", config: {} },
  ],
  maxConcurrentProcesses: 25,
  reentrant: false,
};

/** As another user saved it. */
function saved(version: number, change: Partial<Draft> = {}) {
  const { tasks, triggers, ...rest } = { ...draft, ...change };
  return {
    id: "AP6VLDAoMMARM5OB",
    entityType: "event-workflow" as const,
    typePath: "event-workflow" as const,
    isActive: true,
    owner: null,
    actsAs: null,
    stoppedReason: null,
    description: null,
    conditional: null,
    identifier: "quote",
    maxConcurrentProcesses: 25,
    reentrant: false,
    createdOn: "2026-03-01T12:00:00.000Z",
    updatedOn: "2026-03-01T12:00:00.000Z",
    createdById: null,
    updatedById: null,
    version,
    name: rest.name,
    triggers: [...triggers],
    tasks: tasks.map(({ name, action, config }) => ({ name, action, async: false, config: config ?? {} })),
  };
}

function edited(...edits: readonly Edit[]) {
  return edits.reduce(editDraft, beginEditing(draft, 1));
}

test.each<[string, Edit, string]>([
  ["moved down", { type: "move", index: 0, to: 1 }, "b a c"],
  ["moved up", { type: "move", index: 2, to: 1 }, "a c b"],
  ["not moved beyond the end", { type: "move", index: 2, to: 3 }, "a b c"],
  ["removed", { type: "remove", index: 1 }, "a c"],
  ["duplicated after itself, with a free name", { type: "duplicate", index: 0 }, "a a 2 b c"],
  ["added at the end", { type: "add", action: "delay" }, "a b c Delay"],
])("a task is %s", (_, edit, names) => {
  const state = edited(edit);

  expect(state.draft.tasks.map(({ name }) => name).join(" ")).toBe(names);
  expect(new Set(state.keys).size).toBe(state.draft.tasks.length);
});

test("a task keeps its key when it moves", () => {
  const { keys } = edited({ type: "move", index: 0, to: 2 });

  expect(keys).toEqual([1, 2, 0]);
});

test("a definition saved by another user replaces an untouched draft", () => {
  const state = edited({ type: "read", workflow: saved(2, { name: "Theirs" }) });

  expect(state.draft.name).toBe("Theirs");
  expect(state.newer).toBeUndefined();
});

test("a definition saved by another user conflicts with a changed draft, until the user decides", () => {
  const mine: Edit = { type: "change", change: { name: "Mine" } };
  const theirs: Edit = { type: "read", workflow: saved(2, { name: "Theirs" }) };

  expect(edited(mine, theirs).newer?.name).toBe("Theirs");
  expect(edited(mine, theirs, { type: "take-theirs" }).draft.name).toBe("Theirs");
  const kept = edited(mine, theirs, { type: "keep-mine" });
  expect([kept.draft.name, kept.saved.version, kept.newer]).toEqual(["Mine", 2, undefined]);
});

test("disabling the workflow meanwhile is not a conflict", () => {
  const state = edited(
    { type: "change", change: { name: "Mine" } },
    { type: "read", workflow: { ...saved(2), isActive: false } },
  );

  expect([state.newer, state.saved.version, isTouched(state)]).toEqual([undefined, 2, true]);
});
