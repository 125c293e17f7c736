import type { Command } from "commander";
import { downloadCommand } from "./download-command.ts";
import { uploadCommand } from "./upload-command.ts";

/** Bytes up and down, beside the generic verbs on what is known of them. */
export function filesVerbs(): Command[] {
  return [uploadCommand(), downloadCommand()];
}
