import type { Terminal } from "../frame/terminal.ts";
import { jsonText } from "./json-text.ts";
import { safeLines } from "./safe-text.ts";
import { type Style, styleOf } from "./style.ts";
import { type Column, cellOf, drawTable } from "./table.ts";

/** Prints results to standard output and messages to standard error. With --json only JSON goes to standard output. */
export class Printer {
  readonly style: Style;
  readonly #terminal: Terminal;
  readonly #isJson: boolean;

  constructor(terminal: Terminal, isJson: boolean) {
    this.#terminal = terminal;
    this.#isJson = isJson;
    this.style = styleOf(terminal.hasColors && !isJson);
  }

  /** The result of a command: the value for --json, or the text. */
  result(value: unknown, words: () => string): void {
    const text = this.#isJson ? jsonText(value, 2) : words();
    this.#terminal.out(text.endsWith("\n") || text === "" ? text : `${text}\n`);
  }

  /** One of many results over time: a line of JSON each, or text. */
  line(value: unknown, words: () => string): void {
    this.#terminal.out(`${this.#isJson ? jsonText(value) : words()}\n`);
  }

  /** A page of a list. If there are more, prints how to get them. */
  page<Row>(
    page: { readonly results: readonly Row[]; readonly nextPageKey?: string },
    columns: readonly Column<Row>[],
  ): void {
    this.rows(page, page.results, columns);
    if (page.nextPageKey !== undefined) this.note(`More results: use --all, or --page ${page.nextPageKey}`);
  }

  /** A value that is shown as a table of these rows. */
  rows<Row>(value: unknown, rows: readonly Row[], columns: readonly Column<Row>[]): void {
    this.result(value, () => (rows.length === 0 ? "" : drawTable(rows, columns, this.#terminal.columns())));
    if (rows.length === 0) this.note("Nothing found.");
  }

  /** One object, one line per field. */
  fields(value: object): void {
    this.result(value, () => {
      const entries = Object.entries(value).filter(([, field]) => field !== undefined && field !== null);
      const width = Math.max(0, ...entries.map(([name]) => name.length));
      return entries.map(([name, field]) => `${this.style.dim(name.padEnd(width))}  ${cellOf(field)}\n`).join("");
    });
  }

  /** A message beside the result; not printed with --json. */
  note(text: string): void {
    if (!this.#isJson) this.#terminal.err(`${safeLines(text)}\n`);
  }
}
