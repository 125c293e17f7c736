import { bodyTooLarge } from "../errors.ts";
import { EventLoopTurn } from "../event-loop-turn.ts";
import type { Problem } from "../problem.ts";
import { closingQuote, parseIfSound, parseStrictJson, type StrictJsonLimits, unexplained } from "./strict-json.ts";

// Parsed in about 10 ms.
const largeCharacters = 1_048_576;

/** Parses a body of any length like parseStrictJson: a long one in pieces, between which other calls are served. */
export async function parseStrictJsonBody(text: string, limits: StrictJsonLimits): Promise<unknown> {
  if (text.length <= largeCharacters) return parseStrictJson(text, limits);
  const json = text.startsWith("\ufeff") ? text.slice(1) : text;
  const value = await parseLargeIfSound(json, limits);
  if (value === undefined) throw unexplained(limits.depthMax, "1 MiB");
  return value;
}

// Parsed in about a millisecond.
const pieceCharacters = 65_536;
// An empty object is three characters of JSON and takes 56 bytes: more of them would take many times the body's size.
const containersMax = 2_000_000;
const containersPerLook = 256;

/** A container that is longer than a piece is split; as many of its members as fill a piece are parsed together. */
async function parseLargeIfSound(json: string, limits: StrictJsonLimits): Promise<unknown> {
  const turn = new EventLoopTurn();
  const ends = await findLongContainers(json, limits.depthMax, turn);
  if (ends === undefined) return undefined;
  const reader = new PieceReader(json, { ends, turn, depthMax: limits.depthMax });
  try {
    return await reader.readAll();
  } catch (error) {
    if (error === unsound) return undefined;
    throw error;
  }
}

/** Thrown for any error; the caller finds out what and where. */
const unsound = new Error("not sound");

/** The end of each long container, by its start; undefined if the text cannot be JSON or is nested too deep. */
async function findLongContainers(
  json: string,
  depthMax: number,
  turn: EventLoopTurn,
): Promise<ReadonlyMap<number, number> | undefined> {
  const scan = new ContainerScan(depthMax);
  for (let offset = nextMark(json, 0); offset < json.length; offset = nextMark(json, offset + 1)) {
    if (!scan.note(json[offset], offset)) return undefined;
    if (scan.count % containersPerLook === 0) await turn.yieldIfLong();
  }
  return scan.isClosed ? scan.ends : undefined;
}

class ContainerScan {
  readonly ends = new Map<number, number>();
  count = 0;
  readonly #depthMax: number;
  readonly #open: number[] = [];

  constructor(depthMax: number) {
    this.#depthMax = depthMax;
  }

  get isClosed(): boolean {
    return this.#open.length === 0;
  }

  /** False if the text cannot be JSON, or is nested too deep. */
  note(mark: string | undefined, offset: number): boolean {
    if (mark === ",") {
      return true;
    }
    if (isOpening(mark)) {
      this.count += 1;
      if (this.count > containersMax) throw tooManyValues();
      return this.#open.push(offset) <= this.#depthMax;
    }
    const begin = this.#open.pop();
    if (begin !== undefined && offset - begin > pieceCharacters) {
      this.ends.set(begin, offset);
    }
    return begin !== undefined;
  }
}

/** The next bracket or comma outside of strings, or the end. */
function nextMark(json: string, from: number, end = json.length): number {
  for (let offset = from; offset < end; offset += 1) {
    switch (json[offset]) {
      case '"':
        offset = closingQuote(json, offset);
        break;
      case "{":
      case "}":
      case "[":
      case "]":
      case ",":
        return offset;
    }
  }
  return end;
}

function isOpening(character: string | undefined): boolean {
  return character === "{" || character === "[";
}

function tooManyValues(): Problem {
  return bodyTooLarge(`The body contains more than ${containersMax} objects and lists. Split the request.`);
}

interface PieceOptions {
  readonly ends: ReadonlyMap<number, number>;
  readonly turn: EventLoopTurn;
  readonly depthMax: number;
}

class PieceReader {
  readonly #json: string;
  readonly #options: PieceOptions;

  constructor(json: string, options: PieceOptions) {
    this.#json = json;
    this.#options = options;
  }

  async readAll(): Promise<unknown> {
    const begin = this.#skipSpace(0);
    const end = this.#options.ends.get(begin);
    if (end === undefined) {
      return this.#parse(this.#json, (text) => text);
    }
    if (this.#skipSpace(end + 1) !== this.#json.length) throw unsound;
    return this.#readLong(begin, end);
  }

  #readLong(begin: number, end: number): Promise<unknown> {
    const isList = this.#json[begin] === "[";
    if (this.#json[end] !== (isList ? "]" : "}")) throw unsound;
    return isList ? this.#readList(begin, end) : this.#readObject(begin, end);
  }

  async #readList(begin: number, end: number): Promise<unknown[]> {
    const items: unknown[] = [];
    for await (const piece of this.#pieces(begin, end)) {
      if (piece.long === undefined) {
        const parsed = this.#parse(piece.text, (text) => `[${text}]`);
        if (!Array.isArray(parsed)) throw unsound;
        for (const item of parsed) items.push(item);
      } else if (piece.text.trim() === "") {
        items.push(await this.#readLong(piece.long.begin, piece.long.end));
      } else {
        throw unsound;
      }
    }
    return items;
  }

  async #readObject(begin: number, end: number): Promise<Record<string, unknown>> {
    const members: Record<string, unknown> = {};
    for await (const piece of this.#pieces(begin, end)) {
      for (const [key, value] of Object.entries(await this.#membersOf(piece))) {
        if (Object.hasOwn(members, key)) throw unsound;
        members[key] = value;
      }
    }
    return members;
  }

  async #membersOf({ text, long }: Piece): Promise<object> {
    if (long === undefined) {
      return requireObject(this.#parse(text, (members) => `{${members}}`));
    }
    // The key of a long value precedes it alone; null replaces the value while the key is parsed.
    const keys = Object.keys(requireObject(this.#parse(text, (key) => `{${key}null}`)));
    if (keys.length !== 1) throw unsound;
    return { [keys[0] ?? ""]: await this.#readLong(long.begin, long.end) };
  }

  /**
   * The content of the brackets, as texts of whole members. A long value is a separate piece, with the text that
   * precedes it in its member, such as its key.
   */
  async *#pieces(begin: number, end: number): AsyncGenerator<Piece> {
    let from = begin + 1;
    let isFirst = true;
    while (from < end || !isFirst) {
      const piece = this.#nextPiece(from, end);
      if (piece.text.trim() === "" && piece.long === undefined) {
        // Nothing after a comma, or nothing at all in a long container.
        if (!isFirst) throw unsound;
        return;
      }
      yield piece;
      await this.#options.turn.yieldIfLong();
      if (piece.next === undefined) return;
      from = piece.next;
      isFirst = false;
    }
  }

  /** Members from an offset on, until they fill a piece or a long value follows. */
  #nextPiece(from: number, end: number): Piece {
    const json = this.#json;
    let memberBegin = from;
    for (let offset = nextMark(json, from, end); offset < end; offset = nextMark(json, offset + 1, end)) {
      const close = this.#options.ends.get(offset);
      if (close !== undefined) {
        return memberBegin > from
          ? { text: json.slice(from, memberBegin - 1), long: undefined, next: memberBegin }
          : this.#longPiece({ from, begin: offset, close, end });
      }
      if (isOpening(json[offset])) {
        offset = closeOf(json, offset);
      } else {
        memberBegin = offset + 1;
        if (memberBegin - from > pieceCharacters) {
          return { text: json.slice(from, offset), long: undefined, next: memberBegin };
        }
      }
    }
    return { text: json.slice(from, end), long: undefined, next: undefined };
  }

  #longPiece({ from, begin, close, end }: { from: number; begin: number; close: number; end: number }): Piece {
    const behind = this.#skipSpace(close + 1);
    if (behind !== end && this.#json[behind] !== ",") throw unsound;
    return {
      text: this.#json.slice(from, begin),
      long: { begin, end: close },
      next: behind === end ? undefined : behind + 1,
    };
  }

  #parse(text: string, wrap: (text: string) => string): unknown {
    const value = parseIfSound(wrap(text), this.#options.depthMax + 1);
    if (value === undefined) throw unsound;
    return value;
  }

  #skipSpace(offset: number): number {
    let next = offset;
    while (" \n\r\t".includes(this.#json[next] ?? "x")) next += 1;
    return next;
  }
}

interface Piece {
  readonly text: string;
  readonly long: { readonly begin: number; readonly end: number } | undefined;
  /** The start of the next member; undefined after the last. */
  readonly next: number | undefined;
}

function requireObject(value: unknown): object {
  if (typeof value !== "object" || value === null) throw unsound;
  return value;
}

/** The end of a container that is not long. All brackets are balanced, as checked before. */
function closeOf(json: string, begin: number): number {
  let depth = 0;
  for (let offset = begin; offset < json.length; offset = nextMark(json, offset + 1)) {
    if (isOpening(json[offset])) {
      depth += 1;
    } else if (json[offset] !== ",") {
      depth -= 1;
      if (depth === 0) return offset;
    }
  }
  return json.length;
}
