import { printFailure } from "./frame/print-failure.ts";
import { watchOutput } from "./frame/watch-output.ts";
import { operatorCommands } from "./operator-commands.ts";
import { versionText } from "./version.ts";

/** Runs the arguments, and sets the exit code of the process. */
export async function runWeft(argv: readonly string[]): Promise<void> {
  const [first = "help"] = argv;
  if (argv.length === 1 && (first === "--version" || first === "-V")) {
    console.log(versionText);
    return;
  }
  const onServer = operatorLine(argv);
  try {
    if (onServer !== undefined) {
      const { runOnServer } = await import("./run-on-server.ts");
      await runOnServer(onServer);
    } else if (first === "__complete") {
      // After -- come the words to complete; only shell scripts use this.
      const { printCandidates } = await import("./commands/completion/print-candidates.ts");
      await printCandidates(argv.slice(2));
    } else {
      watchOutput();
      await runCommand(argv);
    }
  } catch (error) {
    await printFailure(error, argv.includes("--json"));
  }
}

/** The arguments for the server package, if it has the command; it also prints the help of its commands. */
function operatorLine(argv: readonly string[]): readonly string[] | undefined {
  const [first = "", ...rest] = argv;
  if (first === "help") return Object.hasOwn(operatorCommands, rest[0] ?? "") ? [...rest, "--help"] : undefined;
  return Object.hasOwn(operatorCommands, first) ? argv : undefined;
}

/** The first word that is not an option names the command; help and completion may be followed by another one. */
async function runCommand(argv: readonly string[]): Promise<void> {
  const { buildProgram } = await import("./program.ts");
  const words = argv.filter((word) => !word.startsWith("-")).slice(0, 2);
  const wanted = new Set(words[0] === "help" ? words : words.slice(0, 1));
  const program = await buildProgram((name) => wanted.has(name));
  const { parse } = await import("./frame/parse.ts");
  await parse(program, argv);
}
