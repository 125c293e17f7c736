import { Problem } from "../platform/problem.ts";

export function encodeNameKey(name: string): string {
  return Buffer.from(`name:${name}`).toString("base64url");
}

/** The name after which a page starts; empty for the first page. */
export function decodeNameKey(key: string | undefined): string {
  if (key === undefined) {
    return "";
  }
  const [, name] = /^name:([A-Za-z0-9._-]{1,100})$/.exec(Buffer.from(key, "base64url").toString()) ?? [];
  if (name === undefined) {
    throw new Problem("invalid-request", "Invalid nextPageKey. Start again without it.");
  }
  return name;
}
