import assert from "node:assert";
import pg from "pg";
import type { BytePage } from "../byte-page.ts";

/** A statement with separate values. Nothing is ever spliced into the text. */
export interface SqlStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** With a name, the connection prepares the statement once and plans it rarely. */
  readonly name?: string;
}

/** A statement whose parts may themselves be statements, for queries built at run time. */
export function sql(strings: TemplateStringsArray, ...parts: readonly unknown[]): SqlStatement {
  const values: unknown[] = [];
  let text = strings[0] ?? "";
  parts.forEach((part, index) => {
    text += isStatement(part) ? renumber(part, values) : `$${values.push(part)}`;
    text += strings[index + 1] ?? "";
  });
  const statement = { text, values };
  statements.add(statement);
  return statement;
}

/** A statement whose text never varies: prepared once on each connection. Its parts are always values. */
export function prepared(strings: TemplateStringsArray, ...values: readonly unknown[]): SqlStatement {
  let known = preparedTexts.get(strings);
  if (known === undefined) {
    const text = strings.reduce((before, after, index) => `${before}$${index}${after}`);
    known = { text, name: `weft_${preparedCount++}` };
    preparedTexts.set(strings, known);
  }
  return { ...known, values };
}

/** A statement of parts, prepared once on each connection. All statements with a name have the same text. */
export function preparedAs(name: string, { text, values }: SqlStatement): SqlStatement {
  return { text, values, name: `weft_${name}` };
}

/** The name of a table or column from a list in the code, as part of a statement. */
export function identifier(name: string): SqlStatement {
  assert(/^[a-z][a-z0-9_]{0,62}$/.test(name), "a name that is not one of the schema");
  const statement = { text: name, values: [] };
  statements.add(statement);
  return statement;
}

/** A type as PostgreSQL names it, as part of a statement. */
export function typeName(name: string): SqlStatement {
  assert(/^[a-z]+( [a-z]+)*(\(\d+(,\d+)?\))?( [a-z]+)*(\[\])*$/.test(name), "a name that is not one of a type");
  const statement = { text: name, values: [] };
  statements.add(statement);
  return statement;
}

/** A prepared statement followed by one of a few fixed clauses, such as a lock; each variant is prepared separately. */
export function followedBy(statement: SqlStatement, clause: string): SqlStatement {
  const { text, name, values } = statement;
  return { text: `${text} ${clause}`, values, ...(name === undefined ? {} : { name: `${name} ${clause}` }) };
}

// A template's strings are one object for each place in the code, so its text is built once.
const preparedTexts = new WeakMap<TemplateStringsArray, { text: string; name: string }>();
let preparedCount = 0;

const statements = new WeakSet<object>();

function isStatement(part: unknown): part is SqlStatement {
  return typeof part === "object" && part !== null && statements.has(part);
}

function renumber(statement: SqlStatement, values: unknown[]): string {
  const before = values.length;
  values.push(...statement.values);
  return statement.text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + before}`);
}

/** The row of a statement that always returns one. */
export function oneRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  assert(row !== undefined, "a statement that always answers a row has answered none");
  return row;
}

const readAny = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, "text");

/**
 * A timestamp with time zone. Nearly all arrive as 2026-12-31 12:00:00.123+00, which the engine parses in a tenth of
 * the time of a general parser; every entity of a list has two.
 */
export function readTimestamp(text: string): unknown {
  const isUsual = text.endsWith("+00") && text.charAt(4) === "-" && text.charAt(10) === " ";
  return isUsual ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : readAny(text);
}

/** JSON as a parameter of a statement: as text, or in the database's binary format. */
export type JsonbParameter = string | Buffer;

// The binary format of jsonb is a version, which is 1, and the text.
const version = 1;

/** A list of JSON values to send later: as bytes it needs no further encoding. */
export function writeJsonbList(page: BytePage, values: readonly string[]): void {
  page.writeByte(version);
  page.writeJsonList(values);
}

/** Serialized JSON values, as one list. */
export function jsonList(values: readonly string[]): string {
  return `[${values.join(",")}]`;
}

/** True for a list without values, in either format. */
export function isEmptyList(list: JsonbParameter): boolean {
  return typeof list === "string" ? list === "[]" : list.length === 1 + "[]".length;
}
