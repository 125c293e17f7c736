import type { Command } from "commander";
import { commandAction, defineCommand } from "../frame/leaf.ts";
import { relayMessages } from "./mcp/relay-messages.ts";

export function mcpCommand(): Command {
  return defineCommand("mcp", {
    description:
      "Let an assistant use Weft with your rights: MCP over standard input and output, a message a line. Assistants start it themselves; docs/mcp.md says how to tell them",
    examples: ["weft mcp", "weft mcp --profile production"],
  }).action(
    commandAction(async (context) => {
      const { baseUrl, orgSlug } = await context.session();
      const org = orgSlug === undefined ? "" : ` for the organization ${orgSlug}`;
      context.terminal.err(`weft mcp: passes messages on to ${baseUrl}${org}, until the input ends.\n`);
      await relayMessages(context);
    }),
  );
}
