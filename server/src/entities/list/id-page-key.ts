import { invalidField } from "../../errors.ts";

/** The key of the page after this id, for a list ordered by id. */
export function encodeIdKey(id: string): string {
  return Buffer.from(id).toString("base64url");
}

/** The id after which a page starts; undefined for the first page. */
export function decodeIdKey(key: string | undefined): string | undefined {
  const id = key === undefined ? undefined : Buffer.from(key, "base64url").toString();
  if (id !== undefined && !/^[\w-]{16}$/.test(id)) {
    throw invalidField("nextPageKey", "Invalid nextPageKey. Start again without it.");
  }
  return id;
}
