import { describe, expect, test } from "vitest";
import { buildEntity } from "../testing/build-entity.ts";
import { countCards, placeCards } from "./board-cards.ts";

const keys = ["idea", "sample", ""];

/** The lists as they were read, with the values as they are shown. */
function buildBoard(lists: readonly (readonly string[])[], stages: Readonly<Record<string, string | undefined>>) {
  const rows = new Map(Object.entries(stages).map(([id, stage]) => [id, buildEntity(id, { stage })]));
  return {
    keys,
    lists: lists.map((ids) => ({
      lines: ids.map((id) => ({ id, style: undefined, family: undefined })),
      readCount: ids.length,
      total: ids.length + 1,
    })),
    rowOf: (id: string) => rows.get(id),
    field: "stage",
  };
}

describe("a card is in the column of its value", () => {
  test.each([
    [
      "as read",
      [["a", "b"], ["c"], ["d"]],
      { a: "idea", b: "idea", c: "sample", d: undefined },
      [["a", "b"], ["c"], ["d"]],
    ],
    ["moved", [["a", "b"], ["c"], []], { a: "sample", b: "idea", c: "sample" }, [["b"], ["a", "c"], []]],
    ["cleared", [["a"], [], []], { a: undefined }, [[], [], ["a"]]],
    ["read again in its new column", [["a"], ["a", "c"], []], { a: "sample", c: "sample" }, [[], ["a", "c"], []]],
    ["deleted", [["a", "b"], [], []], { b: "idea" }, [["b"], [], []]],
    ["of no column", [["a"], [], []], { a: "gone" }, [[], [], []]],
  ] as const)("%s", (_name, lists, stages, columns) => {
    const cards = placeCards(buildBoard(lists, stages));

    expect(cards.map(({ ids }) => ids)).toEqual(columns);
    expect(cards.map(({ unread }) => unread)).toEqual([1, 1, 1]);
  });
});

describe("the number of cards", () => {
  const counts = new Map([
    ["idea", 10],
    ["sample", 5],
  ]);
  const placeOf = new Map([
    ["a", "idea"],
    ["b", "idea"],
  ]);

  test.each([
    ["is as counted", { a: "idea", b: "idea" }, { idea: 10, sample: 5 }],
    ["follows a move", { a: "sample", b: "idea" }, { idea: 9, sample: 6 }],
    ["counts a column that had none", { a: undefined, b: "idea" }, { idea: 9, sample: 5, "": 1 }],
    ["counts a move of a card that was read later", { a: "idea", b: "idea", c: "idea" }, { idea: 11, sample: 4 }],
  ] as const)("%s", (_name, stages, expected) => {
    const board = buildBoard([["a", "b"], ["c"], []], stages);

    expect(Object.fromEntries(countCards({ ...board, snapshot: { counts, placeOf } }))).toEqual(expected);
  });

  test("does not count what was deleted", () => {
    const board = buildBoard([["b"], [], []], { b: "idea" });

    expect(countCards({ ...board, snapshot: { counts, placeOf } }).get("idea")).toBe(9);
  });

  test("counts a move once if the service has counted it", () => {
    const board = buildBoard([["a", "b"], ["a"], []], { a: "sample", b: "idea" });
    const snapshot = { counts, placeOf: new Map([...placeOf, ["a", "sample"]]) };

    expect(countCards({ ...board, snapshot }).get("sample")).toBe(5);
  });
});
