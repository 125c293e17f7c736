/** Prints the error and its fix to standard error, and sets the exit code. */
export async function printFailure(error: unknown, isJson: boolean): Promise<void> {
  const { explainFailure } = await import("./explain-failure.ts");
  const { safeLines } = await import("../output/safe-text.ts");
  const { exitCode, ...failure } = explainFailure(error);
  process.exitCode = exitCode;
  if (isJson) {
    const { jsonText } = await import("../output/json-text.ts");
    console.error(jsonText({ error: failure }));
    return;
  }
  const { message, next, requestId } = failure;
  const request = requestId ? ` (request ${requestId})` : "";
  console.error(safeLines(`weft: ${message}${request}`));
  if (next !== undefined) console.error(safeLines(`      ${next}`));
}
