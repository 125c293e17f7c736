/** The code that Node, PostgreSQL or a library gave an error, such as ENOENT or 40001. Empty if it has none. */
export function errorCodeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** Ends the reading of a file that may be missing with undefined; other errors are thrown. */
export function unlessMissing(error: unknown): undefined {
  if (errorCodeOf(error) !== "ENOENT") throw error;
}
