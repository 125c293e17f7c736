import { createHmac } from "node:crypto";
import { isJsonObject, type JsonValue } from "../../platform/json-value.ts";

const idPattern = /^[\w-]{16}$/;
const idsInText = /(?<![\w-])[\w-]{16}(?![\w-])/g;
const wordsOfId = 3;
const firstCapacity = 1_024;

/** A set of ids in 12 bytes each, twice that with the free places: a million needs 24 MB. */
export class IdSet {
  #slots = new Uint32Array(firstCapacity * wordsOfId);
  #capacity = firstCapacity;
  #size = 0;

  /** Ignores texts that are not ids. */
  add(id: string): void {
    const words = wordsOf(id);
    if (words === undefined) {
      return;
    }
    if (this.#size * 2 >= this.#capacity) {
      this.#grow();
    }
    this.#put(words);
  }

  has(id: string): boolean {
    const words = wordsOf(id);
    return words !== undefined && this.#isAt(this.#placeOf(words), words);
  }

  #grow(): void {
    const before = this.#slots;
    this.#capacity *= 2;
    this.#slots = new Uint32Array(this.#capacity * wordsOfId);
    this.#size = 0;
    for (let at = 0; at < before.length; at += wordsOfId) {
      const words = before.subarray(at, at + wordsOfId);
      if (!isFree(words)) {
        this.#put(words);
      }
    }
  }

  #put(words: Uint32Array): void {
    const place = this.#placeOf(words);
    if (!this.#isAt(place, words)) {
      this.#slots.set(words, place);
      this.#size += 1;
    }
  }

  /** Where the id is, or the free place where it belongs. */
  #placeOf(words: Uint32Array): number {
    let slot = hashOf(words);
    for (;;) {
      const place = (slot % this.#capacity) * wordsOfId;
      const found = this.#slots.subarray(place, place + wordsOfId);
      if (isFree(found) || isSame(found, words)) {
        return place;
      }
      slot += 1;
    }
  }

  #isAt(place: number, words: Uint32Array): boolean {
    return isSame(this.#slots.subarray(place, place + wordsOfId), words);
  }
}

/** An id has 16 characters of 6 bits. Zeros, AAAAAAAAAAAAAAAA, mark a free place: no id is made of them. */
function wordsOf(id: string): Uint32Array | undefined {
  if (!idPattern.test(id)) {
    return undefined;
  }
  const bytes = Buffer.from(id, "base64url");
  const words = Uint32Array.of(bytes.readUInt32BE(0), bytes.readUInt32BE(4), bytes.readUInt32BE(8));
  return isFree(words) ? undefined : words;
}

/** Spreads ids that differ in few bits, as those that were made one after the other do. */
function hashOf([first = 0, second = 0, third = 0]: Uint32Array): number {
  let hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0xc2b2ae35) ^ third;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function isFree(words: Uint32Array): boolean {
  return words.every((word) => word === 0);
}

function isSame(one: Uint32Array, other: Uint32Array): boolean {
  return one.every((word, index) => word === other[index]);
}

interface RewriterOptions {
  /** All ids of the archive. */
  readonly ids: IdSet;
  readonly oldOrgId: string;
  readonly newOrgId: string;
}

/**
 * Gives every id of an archive another one, wherever it occurs in a row: in columns, properties, history, definitions and
 * texts. The new id is derived from the old one and the new org, so an import that was interrupted continues with the
 * same ids. Its time stays, and with it the order.
 */
export class IdRewriter {
  readonly #options: RewriterOptions;

  constructor(options: RewriterOptions) {
    this.#options = options;
  }

  newIdOf(id: string): string {
    const { oldOrgId, newOrgId } = this.#options;
    if (id === oldOrgId) {
      return newOrgId;
    }
    const digest = createHmac("sha256", newOrgId).update(id).digest();
    return id.slice(0, 8) + digest.subarray(0, 6).toString("base64url");
  }

  rewriteLine(line: string): string {
    const row: JsonValue = JSON.parse(line);
    return JSON.stringify(this.#rewrite(row));
  }

  #rewrite(value: JsonValue): JsonValue {
    if (typeof value === "string") {
      return this.#rewriteText(value);
    }
    if (Array.isArray(value)) {
      return value.map((member) => this.#rewrite(member));
    }
    if (isJsonObject(value)) {
      const members = Object.entries(value).map(([name, member]) => [
        this.#rewriteText(name),
        this.#rewrite(member ?? null),
      ]);
      return Object.fromEntries(members);
    }
    return value;
  }

  #rewriteText(text: string): string {
    const { ids, oldOrgId } = this.#options;
    return text.length < 16
      ? text
      : text.replace(idsInText, (found) => (found === oldOrgId || ids.has(found) ? this.newIdOf(found) : found));
  }
}
