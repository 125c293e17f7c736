import { toUSVString } from "node:util";
import { mediaTypeSchema } from "@weft/contract";
import { invalidField } from "../platform/errors.ts";

const charactersMax = 255;

/**
 * A name that is safe to show and save: without folders, and without invisible characters or those that change the text
 * direction, with which evil.exe can pass for a picture.
 */
export function cleanFileName(given: string): string {
  const base = toUSVString(given).split(/[/\\]/).at(-1) ?? "";
  const visible = base
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .normalize("NFC")
    .trim();
  if (/^\.*$/.test(visible)) {
    throw invalidField("fileName", "Give the file a name, such as fileName=items.csv.");
  }
  return shorten(visible);
}

/** Keeps the extension, which identifies the type of the file. */
function shorten(name: string): string {
  const characters = [...name];
  if (characters.length <= charactersMax) {
    return name;
  }
  const [ending = ""] = /\.\w{1,10}$/.exec(name) ?? [];
  return characters.slice(0, charactersMax - ending.length).join("") + ending;
}

const unknownContentType = "application/octet-stream";

const byEnding: Readonly<Record<string, string>> = {
  csv: "text/csv",
  tsv: "text/tab-separated-values",
  txt: "text/plain",
  json: "application/json",
  ndjson: "application/x-ndjson",
  yaml: "application/yaml",
  yml: "application/yaml",
  xml: "application/xml",
  pdf: "application/pdf",
  zip: "application/zip",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  svg: "image/svg+xml",
};

export function guessContentType(fileName: string): string {
  const [, ending = ""] = /\.(\w+)$/.exec(fileName.toLowerCase()) ?? [];
  return Object.hasOwn(byEnding, ending) ? (byEnding[ending] ?? unknownContentType) : unknownContentType;
}

// Default types that tools send when the type is unknown.
const meaningless = new Set([unknownContentType, "application/x-www-form-urlencoded"]);

/** The content type that a sender declares, unless it is meaningless. */
export function meaningfulContentType(given: string | undefined): string | undefined {
  const isMeant =
    given !== undefined && !meaningless.has(given.toLowerCase()) && mediaTypeSchema.safeParse(given).success;
  return isMeant ? given : undefined;
}
