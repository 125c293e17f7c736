import { invalidField } from "../platform/errors.ts";

/**
 * A position in an org's log: directly after the change with this sequence number. The stamp, in milliseconds, makes
 * the lookup fast.
 */
export interface Position {
  readonly sequence: number;
  readonly stamp: number;
}

/**
 * A failover begins an epoch: the numbers continue, and this is added to them, so that no number is used for two changes
 * even if the last ones before the failover were lost.
 */
export const epochSize = 2 ** 40;

export function epochOf(sequence: number): number {
  return Math.floor(sequence / epochSize);
}

/** How many records there are after the first number up to the second, purged ones included. */
export function recordsBetween(after: number, until: number): number {
  return (until % epochSize) - (after % epochSize);
}

/** The records after `after`, up to and including `until`. */
export interface LogRange {
  readonly after: Position;
  readonly until: Position;
}

/** Before every change, including deleted ones. */
export const logBeginning: Position = { sequence: 0, stamp: 0 };

/** Where a reader starts. */
export type Start = Position | "beginning" | "now";

// In ASCII order, as ids are, so that cursors sort in log order.
const alphabet = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
// Starts with a letter, so that a cursor never looks like a command-line option.
const mark = "C";
const sequenceCharacters = 9;
const stampCharacters = 8;
const pattern = new RegExp(`^${mark}[A-Za-z0-9_-]{${sequenceCharacters + stampCharacters}}$`);
// The end of the year 9999. Later times have a different ISO format.
export const stampMax = 253_402_300_799_999;

export function encodeCursor({ sequence, stamp }: Position): string {
  return mark + encode(sequence, sequenceCharacters) + encode(stamp, stampCharacters);
}

/** Undefined for a text that is not a cursor. */
function decodeCursor(text: string): Position | undefined {
  if (!pattern.test(text)) {
    return undefined;
  }
  const sequence = decode(text.slice(mark.length, mark.length + sequenceCharacters));
  const stamp = decode(text.slice(-stampCharacters));
  return Number.isSafeInteger(sequence) && stamp <= stampMax ? { sequence, stamp } : undefined;
}

/** Parses a start position. The name is that of the request parameter or member, for errors. */
export function parseStart(name: string, text: string): Start {
  if (text === "beginning" || text === "now") {
    return text;
  }
  const position = decodeCursor(text);
  if (position === undefined) {
    const detail = `${name} is not a cursor. Send a coveredUntil or the id of a change record, or start with beginning or now.`;
    throw invalidField(name, detail, "invalid-cursor");
  }
  return position;
}

/** Negative, zero or positive if the first position is before, at or after the second. */
export function comparePositions(a: Position, b: Position): number {
  return a.stamp - b.stamp || a.sequence - b.sequence;
}

export function earlierOf(a: Position, b: Position): Position {
  return comparePositions(a, b) <= 0 ? a : b;
}

export function laterOf(a: Position, b: Position): Position {
  return comparePositions(a, b) <= 0 ? b : a;
}

export function isEmptyRange({ after, until }: LogRange): boolean {
  return comparePositions(after, until) >= 0;
}

function encode(number: number, characters: number): string {
  let text = "";
  let rest = number;
  for (let index = 0; index < characters; index++) {
    text = alphabet.charAt(rest % 64) + text;
    rest = Math.floor(rest / 64);
  }
  return text;
}

function decode(text: string): number {
  return [...text].reduce((number, character) => number * 64 + alphabet.indexOf(character), 0);
}
