import { queryOptions } from "@tanstack/react-query";
import type { Weft } from "@weft/client";
import { type CsvPreview, previewBytes, readCsvPreview } from "./csv-preview.ts";

/** An uploaded file, and its beginning. */
export interface UploadedFile {
  readonly id: string;
  readonly fileName: string;
  readonly size: number;
  readonly preview: CsvPreview;
}

export function uploadedFileKey(id: string) {
  return ["files", id, "preview"] as const;
}

/** For a reloaded page: the beginning is read from the service again. */
export function uploadedFileQuery(weft: Weft, id: string) {
  return queryOptions({
    queryKey: uploadedFileKey(id),
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
