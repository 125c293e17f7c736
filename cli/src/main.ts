import { runOnServer } from "./run-on-server.ts";

const operatorCommands = new Set(["serve", "admin"]);

const usage = `Usage: weft <command>

  serve    Start the service
  admin    Create organizations, users, keys and tokens; reset passwords

weft <command> --help tells more.`;

/** Hands the operator's commands to the server package; everything else gets the list of commands. */
export async function runWeft(argv: readonly string[]): Promise<void> {
  const [command = "help"] = argv;
  if (operatorCommands.has(command)) {
    await runOnServer(argv);
    return;
  }
  const isHelp = ["help", "--help", "-h"].includes(command);
  console[isHelp ? "log" : "error"](isHelp ? usage : `weft: there is no command ${command}.\n\n${usage}`);
  process.exitCode = isHelp ? 0 : 2;
}
