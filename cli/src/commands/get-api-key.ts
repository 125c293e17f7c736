import type { Command } from "commander";
import { createKeyCommand } from "./keys/create-key-command.ts";

/** The name in the specification; keys create is the same. */
export function getApiKeyCommand(): Command {
  return createKeyCommand("getApiKey", { isAppRequired: true });
}
