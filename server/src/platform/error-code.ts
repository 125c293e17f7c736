/** The code that Node, PostgreSQL or a library gave an error, such as ENOENT or 40001. Empty if it has none. */
export function errorCodeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/**
 * True for a violation of the constraint or unique index. On Citus its name is followed by the number of a shard, and
 * some errors of a worker contain it only in their message.
 */
export function isViolationOf(error: unknown, name: string): boolean {
  if (!errorCodeOf(error).startsWith("23") || !(error instanceof Error)) {
    return false;
  }
  const inMessage = /constraint "([^"]+)"/.exec(error.message)?.[1];
  const constraint = "constraint" in error ? (error.constraint ?? inMessage) : inMessage;
  return String(constraint).replace(/_\d+$/, "") === name;
}

/** The code of the root cause, such as ECONNREFUSED or 3D000. */
export function rootCodeOf(error: unknown): string {
  if (error instanceof Error && error.cause instanceof Error) {
    return rootCodeOf(error.cause);
  }
  // A host name with several addresses has one error per address.
  if (error instanceof AggregateError && error.errors.length > 0) {
    return rootCodeOf(error.errors[0]);
  }
  return errorCodeOf(error);
}

/** Ends the reading of a file that may be missing with undefined; other errors are thrown. */
export function unlessMissing(error: unknown): undefined {
  if (errorCodeOf(error) !== "ENOENT") throw error;
}
