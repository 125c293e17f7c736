import type { Command } from "commander";
import { commandAction, defineCommand } from "../frame/define-command.ts";
import { relayMessages } from "./mcp/relay-messages.ts";

export function mcpCommand(): Command {
  return defineCommand("mcp", {
    description:
      "Connect an assistant to Weft with your permissions: MCP over standard input and output, one message per line. Assistants start it themselves; docs/mcp.md explains the setup",
    examples: ["weft mcp", "weft mcp --profile production"],
  }).action(
    commandAction(async (context) => {
      const { baseUrl, orgSlug } = await context.session();
      const org = orgSlug === undefined ? "" : ` for the organization ${orgSlug}`;
      context.terminal.err(`weft mcp: relays messages to ${baseUrl}${org} until the input ends.\n`);
      await relayMessages(context);
    }),
  );
}
