import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import type { Download } from "../files/download.ts";

/** Saves a download to disk atomically: the file is either complete or unchanged. */
export async function saveFile(download: Pick<Download, "stream">, path: string): Promise<void> {
  const beside = `${path}.${randomUUID()}.part`;
  try {
    await write(download.stream, beside);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

async function write(stream: ReadableStream<Uint8Array>, path: string): Promise<void> {
  const file = await open(path, "wx");
  try {
    for await (const chunk of stream) {
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
}
