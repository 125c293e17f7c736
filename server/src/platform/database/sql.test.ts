import fc from "fast-check";
import { expect, test } from "vitest";
import { prepared, type SqlStatement, sql } from "./sql.ts";

test.each<[string, SqlStatement, string, unknown[]]>([
  ["no value", sql`select 1`, "select 1", []],
  ["values", sql`select ${1}, ${"b"}`, "select $1, $2", [1, "b"]],
  ["a value at either end", sql`${1} = ${2}`, "$1 = $2", [1, 2]],
  [
    "a statement inside",
    sql`select ${1} where ${sql`a = ${2}`} limit ${3}`,
    "select $1 where a = $2 limit $3",
    [1, 2, 3],
  ],
  [
    "statements in statements",
    sql`a ${sql`b ${1} ${sql`c ${2} ${sql`d ${3}`}`}`} ${4} ${sql`e ${5}`}`,
    "a b $1 c $2 d $3 $4 e $5",
    [1, 2, 3, 4, 5],
  ],
  ["a statement without values inside", sql`select ${sql`now()`}`, "select now()", []],
  ["an empty statement", sql`select 1 ${sql``}`, "select 1 ", []],
  ["null and undefined", sql`${null} ${undefined}`, "$1 $2", [null, undefined]],
])("a statement with %s numbers its values consecutively", (_, statement, text, values) => {
  expect({ text: statement.text, values: statement.values }).toEqual({ text, values });
});

test("the same statement may be used in several places", () => {
  const condition = sql`a = ${"x"} or b = ${"y"}`;

  const statement = sql`${condition} union ${condition}`;

  expect(statement.text).toBe("a = $1 or b = $2 union a = $3 or b = $4");
  expect(statement.values).toEqual(["x", "y", "x", "y"]);
});

test("more than nine nested values are renumbered as whole numbers", () => {
  const inner = sql`${1},${2},${3},${4},${5},${6},${7},${8},${9},${10},${11}`;

  const statement = sql`${0}:${inner}`;

  expect(statement.text).toBe("$1:$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12");
});

test("a value is never spliced into the text, whatever it contains", () => {
  const values = [
    "'; drop table orgs; --",
    { text: "drop table orgs", values: [] },
    { text: "drop table orgs", values: [], name: "x" },
    ["a", "b"],
    "$1",
  ];

  const statement = sql`select ${values[0]}, ${values[1]}, ${values[2]}, ${values[3]}, ${values[4]}`;

  expect(statement.text).toBe("select $1, $2, $3, $4, $5");
  expect(statement.values).toEqual(values);
});

test("a copy of a statement is a value: only results of sql are trusted", () => {
  const copy = { ...sql`drop table orgs` };

  expect(sql`select ${copy}`).toEqual({ text: "select $1", values: [copy] });
});

test("any nesting numbers its values in order of appearance", () => {
  const statements = fc.letrec<{ statement: SqlStatement }>((tie) => ({
    statement: fc.oneof(
      { maxDepth: 5 },
      fc.anything().map((value) => sql`v ${value}`),
      fc.tuple(tie("statement"), fc.integer(), tie("statement")).map(([a, b, c]) => sql`(${a}, ${b}, ${c})`),
    ),
  })).statement;

  fc.assert(
    fc.property(statements, ({ text, values }) => {
      const numbers = [...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number));

      expect(numbers).toEqual(values.map((_, index) => index + 1));
    }),
  );
});

test("a prepared statement keeps its name and text for its place in the code", () => {
  const find = (id: string) => prepared`select * from orgs where id = ${id} and slug = ${"x"}`;

  const [first, second] = [find("a"), find("b")];

  expect(first.text).toBe("select * from orgs where id = $1 and slug = $2");
  expect(second).toEqual({ ...first, values: ["b", "x"] });
});

test("prepared statements in different places have different names", () => {
  const names = [prepared`select 1`.name, prepared`select 1`.name];

  expect(new Set(names).size).toBe(2);
});

test("a prepared statement's parts are always values", () => {
  expect(prepared`select ${sql`1`}`.text).toBe("select $1");
});
