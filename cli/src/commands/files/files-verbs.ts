import { basename } from "node:path";
import type { File } from "@weft/client";
import type { Command } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import type { Context, SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/define-command.ts";
import { formatBytes } from "../../output/amounts.ts";
import { openProgress } from "../../output/progress-bar.ts";
import { safeText } from "../../output/safe-text.ts";
import { openSource } from "./open-source.ts";
import { saveDownload } from "./save-download.ts";
import { showTransfer } from "./show-transfer.ts";

/** Upload and download, in addition to the generic verbs. */
export function filesVerbs(): Command[] {
  return [uploadCommand(), downloadCommand()];
}

interface DownloadOptions extends SharedOptions {
  readonly output?: string;
  readonly force?: boolean;
}

export function downloadCommand(): Command {
  return defineCommand("download", {
    description: "Download a file",
    examples: [
      "weft files download <id>",
      "weft files download <id> --output images/parka.png --force",
      "weft files download <id> --output - | head",
    ],
  })
    .argument("<id>", "file id")
    .option(
      "-o, --output <path>",
      "file or folder; - prints the content. Default: the file's own name, in this folder.",
    )
    .option("--force", "overwrite an existing file")
    .action(
      commandAction<DownloadOptions>(async (context, { args: [fileId = ""], options: { output, force } }) => {
        const weft = await context.weft();
        const path = await saveDownload(context, weft, { fileId, output, isForced: force === true });
        if (path !== undefined) context.print.result({ id: fileId, path }, () => safeText(path));
      }),
    );
}

interface UploadOptions extends SharedOptions {
  readonly name?: string;
  readonly contentType?: string;
}

export function uploadCommand(): Command {
  return defineCommand("upload", {
    description: "Upload files; large files are uploaded in chunks and resume after a lost connection",
    examples: [
      "weft files upload line.csv",
      "weft files upload images/*.png --json",
      "pg_dump shop | weft files upload - --name shop.sql",
    ],
  })
    .alias("create")
    .argument("<path...>", "files to upload; - reads standard input")
    .option("--name <name>", "file name to store")
    .option("--content-type <type>", "content type such as text/csv. Default: from the file extension.")
    .action(
      commandAction<UploadOptions>(async (context, { args: [paths], options }) => {
        const wanted = Array.isArray(paths) ? paths.map(String) : [];
        if (options.name !== undefined && wanted.length > 1) throw usageError("--name requires exactly one file.");
        if (options.name === undefined && wanted.includes("-")) {
          throw usageError("Standard input needs a file name.", "Pass --name, such as --name line.csv.");
        }
        for (const path of wanted) {
          const file = await upload(context, path, options);
          context.print.line(file, () => `${file.id}  ${safeText(file.fileName)}  ${formatBytes(file.size)}`);
        }
      }),
    );
}

async function upload(context: Context, path: string, { name, contentType }: UploadOptions): Promise<File> {
  const weft = await context.weft();
  const source = await openSource(context, path, name ?? basename(path));
  const display = openProgress(context.terminal, context.isJson);
  try {
    const onProgress = showTransfer(display, "Uploading");
    return await weft.files.upload({ file: source, fileName: name, contentType, onProgress, signal: context.signal });
  } finally {
    display.end();
    await source.remove();
  }
}
