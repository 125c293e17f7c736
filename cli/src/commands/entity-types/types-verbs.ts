import type { Command } from "commander";
import { typesExportCommand } from "./types-export-command.ts";
import { typesGenerateCommand } from "./types-generate-command.ts";
import { typesImportCommand } from "./types-import-command.ts";

/** What can be done with types beside the generic verbs. */
export function typesVerbs(): readonly Command[] {
  return [typesExportCommand(), typesImportCommand(), typesGenerateCommand()];
}
