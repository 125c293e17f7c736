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
