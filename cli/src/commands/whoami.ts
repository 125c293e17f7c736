import type { Command } from "commander";
import { commandAction, defineCommand } from "../frame/define-command.ts";
import { safeText } from "../output/safe-text.ts";
import { describeCaller } from "./whoami/describe-caller.ts";

export function whoamiCommand(): Command {
  return defineCommand("whoami", {
    description: "Show the current user or app, organization and permissions",
    examples: ["weft whoami", "weft whoami --json", "weft whoami --profile production"],
  }).action(
    commandAction(async (context) => {
      const { weft, baseUrl, profile } = await context.session();
      const who = await weft.call("whoami", {}, { signal: context.signal });
      const place = `at ${baseUrl}, ${profile === undefined ? "credentials from the environment" : `profile ${profile}`}`;
      context.print.result({ ...who, baseUrl, profile }, () => {
        const [first = "", ...others] = describeCaller(who, new Date());
        return [first, place, ...others].map(safeText).join("\n");
      });
    }),
  );
}
