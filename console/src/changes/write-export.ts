import type { Weft } from "@weft/client";
import type { ChangeQuery } from "./read-change-page.ts";

const linesOfPart = 1000;

/** Every matching change, one line of JSON each, oldest first. */
export async function writeExport(
  weft: Weft,
  { criteria, source }: ChangeQuery,
  { signal, onCount }: { readonly signal: AbortSignal; readonly onCount: (count: number) => void },
): Promise<{ readonly file: Blob; readonly count: number }> {
  const parts: Blob[] = [];
  let lines: string[] = [];
  let count = 0;
  // Finished parts are kept by the browser, on disk if there are many.
  const finishPart = () => {
    parts.push(new Blob(lines.map((line) => `${line}\n`)));
    lines = [];
    onCount(count);
  };
  for await (const record of weft.changes.export({ criteria, signal })) {
    if (source !== undefined && record.source !== source) continue;
    count += 1;
    if (lines.push(JSON.stringify(record)) >= linesOfPart) finishPart();
  }
  finishPart();
  return { file: new Blob(parts, { type: "application/x-ndjson" }), count };
}
