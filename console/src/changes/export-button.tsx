import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useSession } from "../session/session.ts";
import { Icon } from "../ui/icon.tsx";
import { notifyDone, notifyError } from "../ui/notify.ts";
import { saveFile } from "../ui/save-file.ts";
import type { ChangeQuery } from "./read-change-page.ts";
import { writeExport } from "./write-export.ts";

const numbers = new Intl.NumberFormat("en");

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
      notifyDone(total === 1 ? "Exported 1 change." : `Exported ${numbers.format(total)} changes.`);
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
      Stop at {numbers.format(count)}
    </Button>
  );
}
