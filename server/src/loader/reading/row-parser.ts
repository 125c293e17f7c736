import type { LoadFailedError } from "../load-errors.ts";
import { closingQuote } from "./detect-delimiter.ts";
import { type FilePlace, readingError, shownPart } from "./reading-issue.ts";

/** A row before it is matched to the headers. */
export interface ParsedRow extends FilePlace {
  readonly cells: string[];
}

/** The limit of a text property. */
const cellCharactersMax = 1_048_576;
const columnsMax = 10_000;
/** More than the largest entities of a row, to bound the memory of the service. */
const rowCharactersMax = 16_777_216;
/** The limit of a cell in the file, where every quote may be doubled. */
const rawCharactersMax = 2 * cellCharactersMax + 2;

const tab = 9;
const lineFeed = 10;
const carriageReturn = 13;
const space = 32;
const quote = 34;
/** The smallest non-ASCII code that String.trim removes. */
const noBreakSpace = 160;
const moreNeeded = -1;

/**
 * Parses text in pieces, cut anywhere, into rows. Rows end with CR, LF or CRLF, in any mix. A cell is quoted if its
 * first non-space character is a quote; any other quote is data. A cell that continues after its closing quote is kept
 * verbatim, including quotes, so that nothing is lost and the error is visible.
 */
export class RowParser {
  /** Parsed rows that are not consumed yet. */
  readonly rows: ParsedRow[] = [];
  readonly #delimiter: number;
  /** The text from the start of the first incomplete cell. */
  #rest = "";
  /** The cells of the incomplete row. */
  #cells: string[] = [];
  #rowCharacters = 0;
  #number = 1;
  #rowLine = 1;
  #line = 1;

  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  /** The current position. */
  get place(): FilePlace {
    return { number: this.#number, line: this.#line };
  }

  /**
   * The characters that are scanned again with the next piece. The caller collects small pieces until there are enough.
   */
  get restCharacters(): number {
    return this.#rest.length;
  }

  push(piece: string): void {
    this.#parse(this.#rest + piece, false);
    this.#checkRest();
  }

  /** The last row needs no line end. */
  end(): void {
    this.#parse(this.#rest, true);
    if (this.#cells.length > 0) {
      this.#cells.push("");
      this.#endRow();
    }
  }

  #parse(text: string, isLast: boolean): void {
    let start = 0;
    while (start < text.length) {
      const next = this.#readCell(text, start, isLast);
      if (next === moreNeeded) {
        break;
      }
      start = next;
    }
    this.#rest = text.slice(start);
    this.#rowCharacters = this.#cells.length === 0 ? 0 : this.#rowCharacters + start;
  }

  /** Returns the start of the next cell, or that more text is needed to find the end of this one. */
  #readCell(text: string, start: number, isLast: boolean): number {
    const first = text.charCodeAt(start);
    if (first === quote || first === space || first === tab) {
      const opening = this.#skipSpaces(text, start);
      if (text.charCodeAt(opening) === quote) {
        return this.#readQuoted(text, opening, isLast);
      }
    }
    const end = this.#cellEnd(text, start);
    if (!isLast && mayGoOn(text, end)) {
      return moreNeeded;
    }
    return this.#addCell(text, end, end - start, trimmedSlice(text, start, end));
  }

  #readQuoted(text: string, opening: number, isLast: boolean): number {
    const closing = closingQuote(text, opening);
    if (closing === moreNeeded) {
      if (isLast) {
        throw this.#unclosed(text.slice(opening));
      }
      return moreNeeded;
    }
    const end = this.#cellEnd(text, closing + 1);
    if (!isLast && mayGoOn(text, end)) {
      return moreNeeded;
    }
    const raw = text.slice(opening + 1, closing);
    this.#line += countLineBreaks(raw);
    const inner = raw.includes('"') ? raw.replaceAll('""', '"') : raw;
    const isClean = this.#skipSpaces(text, closing + 1) === end;
    const value = isClean ? inner : `"${inner}${text.slice(closing, end)}`;
    return this.#addCell(text, end, end - opening, value.trim());
  }

  /** The cell ends at `end` with the delimiter, a line end, or the end of the file. */
  #addCell(text: string, end: number, rawCharacters: number, value: string): number {
    if (value.length > cellCharactersMax || rawCharacters > rawCharactersMax) {
      throw this.#tooLong(value);
    }
    this.#cells.push(value);
    const terminator = text.charCodeAt(end);
    if (terminator === this.#delimiter) {
      return end + 1;
    }
    this.#endRow();
    return terminator === carriageReturn && text.charCodeAt(end + 1) === lineFeed ? end + 2 : end + 1;
  }

  /** A blank line counts as a line, but is not a row. */
  #endRow(): void {
    const cells = this.#cells;
    if (cells.length > columnsMax) {
      throw this.#tooManyColumns();
    }
    if (cells.length > 1 || cells[0] !== "") {
      this.rows.push({ number: this.#number, line: this.#rowLine, cells });
    }
    this.#cells = [];
    this.#number += 1;
    this.#line += 1;
    this.#rowLine = this.#line;
  }

  #cellEnd(text: string, start: number): number {
    const delimiter = this.#delimiter;
    let end = start;
    while (end < text.length) {
      const code = text.charCodeAt(end);
      if (code === delimiter || code === lineFeed || code === carriageReturn) {
        break;
      }
      end += 1;
    }
    return end;
  }

  #skipSpaces(text: string, start: number): number {
    let at = start;
    while (isSpace(text.charCodeAt(at)) && text.charCodeAt(at) !== this.#delimiter) {
      at += 1;
    }
    return at;
  }

  /** Bounds the text that is kept between pieces, however long a cell or row is. */
  #checkRest(): void {
    if (this.#rest.length > rawCharactersMax) {
      throw this.#tooLong(this.#rest);
    }
    if (this.#cells.length > columnsMax) {
      throw this.#tooManyColumns();
    }
    if (this.#rowCharacters > rowCharactersMax) {
      throw readingError(this.place, {
        issueType: "VALIDATION_ERROR",
        message: `the row has more than ${rowCharactersMax} characters.`,
        suggestion: "Look for an unclosed quote in this row, or shorten its cells.",
      });
    }
  }

  #tooLong(text: string): LoadFailedError {
    return readingError(this.place, {
      issueType: "VALIDATION_ERROR",
      message: `the cell in column ${this.#cells.length + 1} has more than ${cellCharactersMax} characters.`,
      suggestion: "Close the quote at the start of this cell, if there is one, or shorten the cell.",
      data: shownPart(text),
    });
  }

  #tooManyColumns(): LoadFailedError {
    return readingError(this.place, {
      issueType: "VALIDATION_ERROR",
      message: `the row has more than ${columnsMax} cells.`,
      suggestion: "Check the delimiter, or split the file into several with fewer columns.",
    });
  }

  #unclosed(text: string): LoadFailedError {
    return readingError(this.place, {
      issueType: "INVALID_DATA",
      message: `the quote at the start of the cell in column ${this.#cells.length + 1} is not closed.`,
      suggestion: 'Close it with another ", or write "" for a quote inside the text.',
      data: shownPart(text),
    });
  }
}

/** The cell may continue in the next piece, or the LF after its CR may follow. */
function mayGoOn(text: string, end: number): boolean {
  return end === text.length || (end + 1 === text.length && text.charCodeAt(end) === carriageReturn);
}

/** Most cells have nothing to trim, and trim costs more than this check. */
function trimmedSlice(text: string, start: number, end: number): string {
  if (start === end) {
    return "";
  }
  const slice = text.slice(start, end);
  return mayBeTrimmed(text.charCodeAt(start)) || mayBeTrimmed(text.charCodeAt(end - 1)) ? slice.trim() : slice;
}

function mayBeTrimmed(code: number): boolean {
  return code <= space || code >= noBreakSpace;
}

function isSpace(code: number): boolean {
  return code === space || code === tab;
}

function countLineBreaks(text: string): number {
  return text.includes("\n") || text.includes("\r") ? (text.match(/\r\n|\r|\n/g)?.length ?? 0) : 0;
}
