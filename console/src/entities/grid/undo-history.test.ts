import { expect, test } from "vitest";
import { inverse, UndoHistory, type UndoStep } from "./undo-history.ts";

class Memory {
  text: string | null = null;
  readonly getItem = () => this.text;
  readonly setItem = (_key: string, text: string) => {
    this.text = text;
  };
}

const step = (label: string, after: unknown = "x"): UndoStep => ({
  label,
  cells: [{ id: "A", title: "A", field: "note", before: null, after }],
});

const labels = (steps: readonly UndoStep[]) => steps.map(({ label }) => label);

test("steps are kept over a reload, and a new edit forgets what could be redone", () => {
  const storage = new Memory();
  const history = new UndoHistory(storage, "key");
  history.add(step("one"));
  history.add(step("two"));
  const undone = history.take("undo");
  if (undone !== undefined) history.put("redo", undone);

  const reloaded = new UndoHistory(storage, "key");

  expect([labels(reloaded.state().undo), labels(reloaded.state().redo)]).toEqual([["one"], ["two"]]);
  reloaded.add(step("three"));
  expect([labels(reloaded.state().undo), labels(reloaded.state().redo)]).toEqual([["one", "three"], []]);
});

test("the oldest steps are dropped beyond 100, and beyond the size that a tab stores", () => {
  const history = new UndoHistory(new Memory(), "key");
  for (let count = 0; count < 103; count += 1) history.add(step(`${count}`));
  expect(labels(history.state().undo).at(0)).toBe("3");

  for (let count = 0; count < 4; count += 1) history.add(step(`large ${count}`, "x".repeat(700_000)));
  expect(labels(history.state().undo)).toEqual(["large 2", "large 3"]);
});

test("an edit that is too large to undo leaves nothing to undo before it", () => {
  const history = new UndoHistory(new Memory(), "key");
  history.add(step("one"));

  expect(history.add(step("huge", "x".repeat(1_000_001)))).toBe(false);
  expect(history.state().undo).toEqual([]);
});

test.each(["{", '{"undo":{}}', "null", '{"undo":[1,{"label":"x"}]}'])(
  "stored steps that are not understood are ignored: %s",
  (text) => {
    const storage = new Memory();
    storage.text = text;
    expect(new UndoHistory(storage, "key").state()).toEqual({ undo: [], redo: [] });
  },
);

test("a full storage keeps the steps until the reload", () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new Error("QuotaExceededError");
    },
  };
  const history = new UndoHistory(full, "key");
  history.add(step("one"));
  expect(labels(history.state().undo)).toEqual(["one"]);
});

test("the inverse of a step swaps the values", () => {
  expect(inverse(step("one", 5)).cells).toEqual([{ id: "A", title: "A", field: "note", before: 5, after: null }]);
});
