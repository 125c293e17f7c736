import { Command, CommanderError } from "commander";
import { adminCommand } from "./commands/admin.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { serveCommand } from "./commands/serve.ts";
import { Problem } from "./platform/problem.ts";
import { StartRefused } from "./platform/start-refused.ts";

/** The commands that exist only on the server's machine. The weft command passes them on unchanged. */
export async function runOperatorCommand(argv: readonly string[]): Promise<void> {
  const weft = new Command("weft").addCommand(serveCommand()).addCommand(adminCommand()).addCommand(doctorCommand());
  overrideExit(weft);
  try {
    await weft.parseAsync([...argv], { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) {
      // Already reported. Usage errors exit with 2, as for all weft commands; help is a success.
      process.exitCode = error.exitCode === 0 || error.code === "commander.help" ? 0 : 2;
      return;
    }
    console.error(explain(error));
    process.exitCode = 1;
  }
}

function overrideExit(command: Command): void {
  command.exitOverride();
  command.commands.forEach(overrideExit);
}

/** Errors that the operator can fix are one sentence; others are bugs and shown in full. */
function explain(error: unknown): string {
  if (error instanceof StartRefused) {
    return error.message;
  }
  if (error instanceof Problem) {
    return error.detail;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
