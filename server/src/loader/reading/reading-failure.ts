import { type IssueType, LoadFailure } from "../load-issue.ts";

/** Where in the file something is. */
export interface FilePlace {
  /** As a spreadsheet shows it: blank lines count, line breaks within quotes do not. */
  readonly number: number;
  /** As a text editor shows it: line breaks within quotes count too. */
  readonly line: number;
}

export interface ReadingError {
  readonly issueType: IssueType;
  /** What is wrong; it follows the place. */
  readonly message: string;
  readonly suggestion: string;
  readonly data?: string;
  readonly columnName?: string;
}

/** What ends a reading: a fault at one place of the file. */
export function readingFailure(place: FilePlace, { message, ...rest }: ReadingError): LoadFailure {
  return new LoadFailure([
    { ...rest, rowNumber: place.number, severity: "error", message: `${describePlace(place)}: ${message}` },
  ]);
}

/** The line is told only where it differs: most people look at a spreadsheet. */
export function describePlace({ number, line }: FilePlace): string {
  return line === number ? `Row ${number}` : `Row ${number} (line ${line} in a text editor)`;
}

const dataCharactersMax = 100;

/** The part of a text that is shown with an issue. */
export function shownPart(text: string): string {
  const start = text.slice(0, dataCharactersMax);
  // A pair of surrogates that was cut in two could not be stored.
  return text.length <= dataCharactersMax ? text : `${start.replace(/[\uD800-\uDBFF]$/, "")}…`;
}
