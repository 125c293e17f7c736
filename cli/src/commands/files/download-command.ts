import type { Command } from "commander";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { safeText } from "../../output/safe-text.ts";
import { saveDownload } from "./save-download.ts";

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
