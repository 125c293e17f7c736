import type { Command } from "commander";
import { createKeyCommand } from "./create-key-command.ts";
import { revokeKeyCommand } from "./revoke-key-command.ts";
import { rotateKeyCommand } from "./rotate-key-command.ts";

export function keysVerbs(): Command[] {
  return [createKeyCommand("create", { isAppRequired: false }), rotateKeyCommand(), revokeKeyCommand()];
}
