import { type Command, Option } from "commander";
import { loadConfig } from "../config.ts";
import { operatorCommand } from "./operator-command.ts";

/** Loads the service only when it runs: the operator's other commands start at once. */
export function serveCommand(): Command {
  return operatorCommand("serve", "Start the service", [
    "weft serve",
    "PORT=8080 DATA_DIR=/var/lib/weft weft serve",
    "DATABASE_URL=postgres://… WEFT_SECRET=… weft serve --role worker",
  ])
    .addOption(new Option("--role <role>", "the role of this node").choices(["all", "api", "worker"]))
    .action(async (options: { role?: string }) => {
      const config = loadConfig(options.role === undefined ? {} : { WEFT_ROLE: options.role });
      const { serve } = await import("./serve-actions.ts");
      await serve(config);
    });
}
