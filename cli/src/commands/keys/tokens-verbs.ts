import type { Command } from "commander";
import { createTokenCommand } from "./create-token-command.ts";

export function tokensVerbs(): Command[] {
  return [createTokenCommand()];
}
