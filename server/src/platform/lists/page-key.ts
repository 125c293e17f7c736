import { createHash } from "node:crypto";
import type { z } from "zod";
import { invalidField } from "../errors.ts";

/** A short hash of what the keys of a list belong to, such as its criteria and its order. */
export function bindingOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, bindingLength);
}

const bindingLength = 12;

/** The position after a page, as the caller sends it for the next one. It names the list that it belongs to. */
export function encodePageKey(binding: string, parts: readonly (string | number | null)[]): string {
  return encodeTextKey(JSON.stringify([binding, ...parts]));
}

/** The parts of a key; undefined for the first page. Keys are validated completely: they come from callers. */
export function decodePageKey<Parts>(
  key: string | undefined,
  binding: string,
  schema: z.ZodType<Parts>,
): Parts | undefined {
  if (key === undefined) {
    return undefined;
  }
  const [bound, ...parts] = listIn(textOf(key));
  if (typeof bound === "string" && bound !== binding) {
    const detail =
      "nextPageKey belongs to a list with another type, criteria, order or q. Send the same ones, or start again without it.";
    throw invalidField("nextPageKey", detail);
  }
  const read = schema.safeParse(parts);
  if (!read.success) {
    throw invalidPageKey();
  }
  return read.data;
}

/** A key that is one text, such as the last id of a page. */
export function encodeTextKey(text: string): string {
  return Buffer.from(text).toString("base64url");
}

/** The text of a key, which must match the pattern; undefined for the first page. */
export function decodeTextKey(key: string | undefined, pattern: RegExp): string | undefined {
  if (key === undefined) {
    return undefined;
  }
  const text = textOf(key);
  if (!pattern.test(text)) {
    throw invalidPageKey();
  }
  return text;
}

/** The ids that the service makes. */
export const idPattern = /^[\w-]{16}$/;

export function invalidPageKey() {
  return invalidField("nextPageKey", "Invalid nextPageKey. Start again without it.");
}

function textOf(key: string): string {
  return Buffer.from(key, "base64url").toString();
}

function listIn(text: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(text);
    return Array.isArray(parts) ? parts : [];
  } catch {
    // Not a key of this service: the caller gets an error.
    return [];
  }
}
