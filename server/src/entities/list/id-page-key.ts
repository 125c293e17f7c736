import { invalidField } from "../../errors.ts";

/** The key of a page behind this id, of a list in the order of ids. */
export function encodeIdKey(id: string): string {
  return Buffer.from(id).toString("base64url");
}

/** The id that a page begins behind; none for the first page. */
export function decodeIdKey(key: string | undefined): string | undefined {
  const id = key === undefined ? undefined : Buffer.from(key, "base64url").toString();
  if (id !== undefined && !/^[\w-]{16}$/.test(id)) {
    throw invalidField("nextPageKey", "Invalid nextPageKey. Start again without it.");
  }
  return id;
}
