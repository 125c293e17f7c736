import { type Command, CommanderError } from "commander";
import { usageError } from "./cli-error.ts";

/** Runs the arguments. Help goes to standard output with exit code 0; usage errors are thrown. */
export async function parse(program: Command, argv: readonly string[]): Promise<void> {
  const isHelp = argv[0] === "help";
  const words = isHelp ? argv.slice(1) : argv;
  const { command, rest } = find(program, words);
  const isGroup = command.commands.length > 0;
  // A noun without a verb prints its help.
  if (rest.length === 0 ? isHelp || isGroup : isHelp && !isGroup) {
    command.outputHelp();
    return;
  }
  // Help for an unknown command stops at the unknown word, and ignores the rest.
  const typed = isHelp ? words.slice(0, words.length - rest.length + 1) : words;
  throwInsteadOfExit(program, program.name());
  try {
    await program.parseAsync([...typed], { from: "user" });
  } catch (error) {
    // Help or version was printed.
    if (!(error instanceof CommanderError)) throw error;
  }
}

/** The command that the first words name, and the remaining words. */
function find(
  program: Command,
  words: readonly string[],
): { readonly command: Command; readonly rest: readonly string[] } {
  const [word, ...rest] = words;
  const named = program.commands.find((child) => word === child.name() || child.aliases().includes(word ?? ""));
  return named === undefined ? { command: program, rest: words } : find(named, rest);
}

/** Commander would exit by itself, before the output is flushed, and with its own messages. */
function throwInsteadOfExit(command: Command, path: string): void {
  command.configureOutput({ outputError: () => undefined });
  command.exitOverride((error) => {
    if (error.exitCode === 0) throw error;
    const isTooEarly = error.code === "commander.unknownOption" && command.commands.length > 0;
    const place = isTooEarly ? "Options follow the command, as in weft items list --json. " : "";
    throw usageError(error.message.replace(/^error: /, ""), `${place}See ${path} --help.`);
  });
  for (const child of command.commands) {
    throwInsteadOfExit(child, `${path} ${child.name()}`);
  }
}
