import { type FileHandle, open, stat } from "node:fs/promises";
import { basename } from "node:path";
import type { UploadSource } from "../files/upload-source.ts";

const chunkBytes = 256 * 1024;

/** A file on disk to upload. It is read during the upload, and must not change until it ends. */
export async function fileSource(path: string): Promise<UploadSource> {
  const { size, mtimeMs } = await stat(path);
  return {
    name: basename(path),
    size,
    stream: (start) => streamOf(start, () => openUnchanged(path, { size, mtimeMs })),
  };
}

interface Stamp {
  readonly size: number;
  readonly mtimeMs: number;
}

async function openUnchanged(path: string, { size, mtimeMs }: Stamp): Promise<FileHandle> {
  const handle = await open(path);
  const now = await handle.stat();
  if (now.size !== size || now.mtimeMs !== mtimeMs) {
    await handle.close();
    throw new Error(`${path} changed during the upload. Upload it again.`);
  }
  return handle;
}

function streamOf(start: number, openFile: () => Promise<FileHandle>): ReadableStream<Uint8Array> {
  let handle: FileHandle | undefined;
  let position = start;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        handle ??= await openFile();
        const { bytesRead, buffer } = await handle.read(new Uint8Array(chunkBytes), 0, chunkBytes, position);
        position += bytesRead;
        if (bytesRead > 0) {
          controller.enqueue(buffer.subarray(0, bytesRead));
          return;
        }
        await handle.close();
        controller.close();
      },
      cancel: () => handle?.close(),
    },
    { highWaterMark: 0 },
  );
}
