import type { Command } from "commander";
import { typesExportCommand } from "./types-export-command.ts";
import { typesGenerateCommand } from "./types-generate-command.ts";
import { typesImportCommand } from "./types-import-command.ts";

/** The verbs of types in addition to the generic ones. */
export function typesVerbs(): readonly Command[] {
  return [typesExportCommand(), typesImportCommand(), typesGenerateCommand()];
}
