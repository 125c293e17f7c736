import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { UploadProgress, Weft } from "@weft/client";
import { useState } from "react";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { type CsvPreview, previewBytes, readCsvPreview } from "./csv-preview.ts";

/** An uploaded file, and its beginning. */
export interface UploadedFile {
  readonly id: string;
  readonly fileName: string;
  readonly size: number;
  readonly preview: CsvPreview;
}

/** For a reloaded page: the beginning is read from the service again. */
export function uploadedFileQuery(weft: Weft, id: string) {
  return queryOptions({
    queryKey: queryKeys.files.preview(id),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<UploadedFile> => {
      const { fileName, size } = await weft.files.get({ id, signal });
      const { stream } = await weft.files.download({ id, signal });
      return { id, fileName, size, preview: readCsvPreview(await firstBytes(stream, previewBytes), size) };
    },
  });
}

/** The rest of a file that may be large is not fetched. */
export async function firstBytes(stream: ReadableStream<Uint8Array>, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  while (length < bytesMax) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  await reader.cancel().catch(() => {});
  return new Uint8Array(await new Blob(chunks.map((chunk) => new Uint8Array(chunk))).arrayBuffer()).subarray(
    0,
    bytesMax,
  );
}

const route = getRouteApi("/shell/loads/new");

/** A dropped file: shown at once, and uploading. */
export interface ChosenFile {
  readonly fileName: string;
  readonly size: number;
  readonly preview: CsvPreview;
}

/** Reads the beginning of a file, and uploads it unless it cannot be loaded. */
export function useUpload() {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const navigate = route.useNavigate();
  const [chosen, setChosen] = useState<ChosenFile>();
  const [progress, setProgress] = useState<UploadProgress>();
  const upload = useMutation({
    mutationFn: async (file: File) => {
      setProgress(undefined);
      const bytes = new Uint8Array(await file.slice(0, previewBytes).arrayBuffer());
      const seen = { fileName: file.name, size: file.size, preview: readCsvPreview(bytes, file.size) };
      setChosen(seen);
      if (seen.preview.errors.length > 0) return undefined;
      const { id } = await weft.files.upload({ file, fileName: file.name, onProgress: setProgress });
      return { id, ...seen };
    },
    onSuccess: async (uploaded) => {
      if (uploaded === undefined) return;
      queryClient.setQueryData(queryKeys.files.preview(uploaded.id), uploaded);
      await navigate({ search: (before) => ({ ...before, file: uploaded.id, step: "file", dryRun: undefined }) });
    },
  });
  return { chosen, progress, error: upload.error, isPending: upload.isPending, send: upload.mutate };
}
