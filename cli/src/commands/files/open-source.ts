import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { UploadSource } from "@weft/client";
import { fileSource } from "@weft/client/node";
import { usageError } from "../../frame/cli-error.ts";
import type { Context } from "../../frame/context.ts";

/** The source of an upload. */
export interface OpenSource extends UploadSource {
  /** Removes the temporary copy. */
  remove(): Promise<void>;
}

/** A file, or a pipe, which is copied to a temporary file first so that it can be sent again. */
export async function openSource(context: Context, path: string, pipeName: string): Promise<OpenSource> {
  if (path === "-") {
    if (context.terminal.isInteractive) context.print.note("Reading standard input. Ctrl-D ends the input.");
    return spool(context.terminal.inputBytes(), pipeName, context.signal);
  }
  const found = await stat(path);
  if (found.isDirectory()) throw usageError(`${path} is a folder, not a file.`);
  if (found.isFile()) return { ...(await fileSource(path)), remove: async () => {} };
  return spool(createReadStream(path), pipeName, context.signal);
}

async function spool(bytes: AsyncIterable<Uint8Array>, name: string, signal: AbortSignal): Promise<OpenSource> {
  const folder = await mkdtemp(join(tmpdir(), "weft-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, "spool");
    await pipeline(bytes, createWriteStream(path, { mode: 0o600 }), { signal });
    return { ...(await fileSource(path)), name, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
