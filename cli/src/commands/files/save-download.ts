import { open, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Download, UploadProgress, Weft } from "@weft/client";
import { saveFile } from "@weft/client/node";
import { CliError, usageError } from "../../frame/cli-error.ts";
import type { Context } from "../../frame/context.ts";
import { exitCodes } from "../../frame/exit-codes.ts";
import { openProgress } from "../../output/progress-bar.ts";
import { showTransfer } from "./show-transfer.ts";

export interface Saving {
  readonly fileId: string;
  /** A file, a folder, or - for standard output. Default: the file's own name, in this folder. */
  readonly output: string | undefined;
  /** Whether an existing file may be overwritten. */
  readonly isForced: boolean;
}

/** Downloads a file; returns its path, or undefined for standard output. */
export async function saveDownload(context: Context, weft: Weft, saving: Saving): Promise<string | undefined> {
  if (saving.output === "-" && context.isJson) {
    throw usageError("The file and --json cannot both be written to standard output.", "Pass --output <path>.");
  }
  const download = await weft.files.download({ id: saving.fileId, signal: context.signal });
  const display = openProgress(context.terminal, context.isJson);
  const stream = counted(download, showTransfer(display, "Fetching"));
  try {
    return await put(context, { ...download, stream }, saving);
  } catch (error) {
    // An unread body holds a connection.
    await stream.cancel().catch(() => undefined);
    throw error;
  } finally {
    display.end();
  }
}

async function put({ terminal }: Context, download: Download, { output, isForced }: Saving) {
  if (output === "-") {
    for await (const chunk of download.stream) {
      await terminal.outBytes(chunk);
    }
    return undefined;
  }
  const path = await pathFor(output, download.fileName);
  await (isForced ? saveFile(download, path) : saveAnew(download, path));
  return path;
}

/** The name is untrusted: no part of it may lead out of this folder. */
async function pathFor(output: string | undefined, fileName: string): Promise<string> {
  const name = basename(fileName.replaceAll("\\", "/")).replace(/\p{Cc}/gu, "_");
  const own = name === "" || name === "." || name === ".." ? "download" : name;
  if (output === undefined) return own;
  const found = await stat(output).catch(() => undefined);
  return found?.isDirectory() === true ? join(output, own) : output;
}

/** Reserves the name before the download, so that no file is overwritten, not even one created in the meantime. */
async function saveAnew(download: Pick<Download, "stream">, path: string): Promise<void> {
  await open(path, "wx").then((file) => file.close(), refuseTaken);
  try {
    await saveFile(download, path);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

function refuseTaken(error: unknown): never {
  if (!(error instanceof Error && "code" in error && error.code === "EEXIST" && "path" in error)) throw error;
  throw new CliError(`${error.path} already exists.`, {
    next: "Use another --output, or --force to overwrite it.",
    exitCode: exitCodes.conflict,
  });
}

/** Passes the bytes through and reports their count. */
function counted({ stream, size }: Download, report: (progress: UploadProgress) => void): ReadableStream<Uint8Array> {
  let sent = 0;
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        sent += chunk.length;
        report({ sent, size });
        controller.enqueue(chunk);
      },
    }),
  );
}
