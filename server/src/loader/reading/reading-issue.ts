import { LoadFailedError } from "../load-errors.ts";
import type { IssueType, LoadIssue } from "../load-issue.ts";

/** A position in the file. */
export interface FilePlace {
  /** The row in a spreadsheet: blank lines count, line breaks within quotes do not. */
  readonly number: number;
  /** The line in a text editor: line breaks within quotes count too. */
  readonly line: number;
}

/** An error at one position of the file. */
export interface ReadingIssue {
  readonly issueType: IssueType;
  /** The error, which follows the position. */
  readonly message: string;
  readonly suggestion: string;
  readonly data?: string;
  readonly columnName?: string;
}

/** For an error that ends the reading. */
export function readingError(place: FilePlace, issue: ReadingIssue): LoadFailedError {
  return new LoadFailedError([issueAt(place, issue)]);
}

export function issueAt(place: FilePlace, { message, ...rest }: ReadingIssue): LoadIssue {
  return { ...rest, rowNumber: place.number, severity: "error", message: `${describePlace(place)}: ${message}` };
}

/** The line is included only if it differs: most users look at a spreadsheet. */
function describePlace({ number, line }: FilePlace): string {
  return line === number ? `Row ${number}` : `Row ${number} (line ${line} in a text editor)`;
}

const dataCharactersMax = 100;

/** The part of a text that is shown with an issue. */
export function shownPart(text: string): string {
  const start = text.slice(0, dataCharactersMax);
  // A surrogate pair that is cut in half cannot be stored.
  return text.length <= dataCharactersMax ? text : `${start.replace(/[\uD800-\uDBFF]$/, "")}…`;
}
