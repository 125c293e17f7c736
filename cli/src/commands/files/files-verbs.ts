import type { Command } from "commander";
import { downloadCommand } from "./download-command.ts";
import { uploadCommand } from "./upload-command.ts";

/** Upload and download, in addition to the generic verbs. */
export function filesVerbs(): Command[] {
  return [uploadCommand(), downloadCommand()];
}
