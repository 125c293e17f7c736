import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useWeft } from "../../session/session.ts";
import { Icon } from "../../ui/icon.tsx";
import { notifyError } from "../../ui/notify.ts";
import { saveFile } from "../../ui/save-file.ts";
import type { EntityKind } from "../entity-kind.ts";
import { formatCount } from "./count-of.ts";
import { exportListing, fileNameOf } from "./export-csv.ts";
import type { GridListing } from "./grid-calls.ts";
import type { GridColumn } from "./grid-column.ts";

interface ExportButtonProps {
  readonly kind: EntityKind;
  readonly columns: readonly GridColumn[];
  readonly listing: GridListing;
  readonly total: number;
}

/** Exports everything that matches, with the visible columns. A second click stops it. */
export function ExportButton({ kind, columns, listing, total }: ExportButtonProps) {
  const weft = useWeft();
  const [count, setCount] = useState(0);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const exported = useMutation({
    mutationFn: () => {
      setCount(0);
      stop.current = new AbortController();
      const { signal } = stop.current;
      return exportListing({ weft, kind, columns, listing, signal, onProgress: setCount });
    },
    onSuccess: (content) => saveFile(content, fileNameOf(kind)),
    onError: (error) => {
      if (stop.current?.signal.aborted !== true) notifyError(error);
    },
  });
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<Icon name={exported.isPending ? "stop" : "download"} size={16} />}
      disabled={total === 0}
      onClick={() => (exported.isPending ? stop.current?.abort() : exported.mutate())}
    >
      {exported.isPending ? `Stop at ${formatCount(count)} of ${formatCount(total)}` : "Export"}
    </Button>
  );
}
