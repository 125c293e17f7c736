import { Button } from "@mantine/core";
import type { Weft } from "@weft/client";
import { useEffect, useRef, useState } from "react";
import { useSession } from "../session/session.ts";
import { formatNumber, pluralize } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { notifyDone, notifyError } from "../ui/notify.ts";
import { saveFile } from "../ui/save-file.ts";
import type { ChangeQuery } from "./use-changes.ts";

/** Downloads everything the filters match; a second click stops it. */
export function ExportButton({ query }: { readonly query: ChangeQuery }) {
  const { weft, who } = useSession();
  const [count, setCount] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async () => {
    const stopping = new AbortController();
    running.current = stopping;
    setCount(0);
    try {
      const { file, count: total } = await writeExport(weft, query, { signal: stopping.signal, onCount: setCount });
      saveFile(file, `${who.org.slug}-changes-${new Date().toISOString().slice(0, 10)}.ndjson`);
      notifyDone(`Exported ${pluralize(total, "change")}.`);
    } catch (error) {
      if (!stopping.signal.aborted) notifyError(error);
    } finally {
      setCount(undefined);
    }
  };
  return count === undefined ? (
    <Button variant="default" leftSection={<Icon name="download" size={16} />} onClick={() => void start()}>
      Export
    </Button>
  ) : (
    <Button variant="default" leftSection={<Icon name="stop" size={16} />} onClick={() => running.current?.abort()}>
      Stop at {formatNumber(count)}
    </Button>
  );
}

const linesOfPart = 1000;

/** Every matching change, one line of JSON each, oldest first. */
async function writeExport(
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
