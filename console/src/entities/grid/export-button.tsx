import { useMutation } from "@tanstack/react-query";
import type { Weft } from "@weft/client";
import { useEffect, useRef, useState } from "react";
import { useWeft } from "../../session/session.ts";
import { formatNumber } from "../../ui/format.ts";
import { notifyError } from "../../ui/notify.ts";
import { saveFile } from "../../ui/save-file.ts";
import type { AnyEntity } from "../any-entity.ts";
import type { EntityKind } from "../entity-kind.ts";
import { exactText } from "./cell-text.ts";
import type { GridListing } from "./grid-calls.ts";
import type { GridColumn } from "./grid-column.ts";
import { csvLine, escapedColumn } from "./spreadsheet-text.ts";
import { ToolButton } from "./tool-button.tsx";

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
    <ToolButton
      icon={exported.isPending ? "stop" : "download"}
      isShort={!exported.isPending}
      disabled={total === 0}
      onClick={() => (exported.isPending ? stop.current?.abort() : exported.mutate())}
    >
      {exported.isPending ? `Stop at ${formatNumber(count)} of ${formatNumber(total)}` : "Export"}
    </ToolButton>
  );
}

const pageMax = 1000;
/** Marks the file as UTF-8 for spreadsheets. */
const byteOrderMark = "\ufeff";

interface ExportInput {
  readonly weft: Weft;
  readonly kind: EntityKind;
  readonly columns: readonly GridColumn[];
  readonly listing: GridListing;
  readonly signal: AbortSignal;
  readonly onProgress: (rows: number) => void;
}

/** Everything in the list, page by page, so that at most one page is held twice. */
async function exportListing({ weft, kind, columns, listing, signal, onProgress }: ExportInput): Promise<Blob> {
  const parts: Blob[] = [headOf(columns)];
  const fields = columns.map(({ field }) => field);
  let count = 0;
  const pages = weft.entities.pages<AnyEntity>({ entityName: kind.name, ...listing, fields, limit: pageMax, signal });
  for await (const { results } of pages) {
    parts.push(linesOf(results, columns));
    count += results.length;
    onProgress(count);
  }
  return new Blob(parts, { type: "text/csv" });
}

export function exportRows(rows: readonly AnyEntity[], columns: readonly GridColumn[]): Blob {
  return new Blob([headOf(columns), linesOf(rows, columns)], { type: "text/csv" });
}

export function fileNameOf(kind: EntityKind): string {
  return `${kind.path}-${new Date().toISOString().slice(0, 10)}.csv`;
}

/** The heading is the name of the field, so that the file can be loaded again. */
function headOf(columns: readonly GridColumn[]): Blob {
  return new Blob([byteOrderMark + csvLine([...columns.map(({ field }) => field), escapedColumn])]);
}

function linesOf(rows: readonly AnyEntity[], columns: readonly GridColumn[]): Blob {
  return new Blob([rows.map((row) => csvLine([...columns.map(({ field }) => exactText(row[field])), ""])).join("")]);
}
