import { mediaTypeSchema } from "@weft/contract";

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
