import { type Command, CommanderError } from "commander";
import { usageError } from "./cli-error.ts";

/** Runs what was typed. Help goes to standard output and is a success; what was typed wrong is thrown. */
export async function parse(program: Command, argv: readonly string[]): Promise<void> {
  const isHelp = argv[0] === "help";
  const words = isHelp ? argv.slice(1) : argv;
  const { command, rest } = find(program, words);
  const isGroup = command.commands.length > 0;
  // A noun alone asks which verbs it has.
  if (rest.length === 0 ? isHelp || isGroup : isHelp && !isGroup) {
    command.outputHelp();
    return;
  }
  // Help for what is no command ends at the word that is none, and does nothing of what stands behind it.
  const typed = isHelp ? words.slice(0, words.length - rest.length + 1) : words;
  throwInsteadOfExit(program, program.name());
  try {
    await program.parseAsync([...typed], { from: "user" });
  } catch (error) {
    // Help and version have been printed.
    if (!(error instanceof CommanderError)) throw error;
  }
}

/** The command that the first words name, and the words behind it. */
function find(
  program: Command,
  words: readonly string[],
): { readonly command: Command; readonly rest: readonly string[] } {
  const [word, ...rest] = words;
  const named = program.commands.find((child) => word === child.name() || child.aliases().includes(word ?? ""));
  return named === undefined ? { command: program, rest: words } : find(named, rest);
}

/** Commander would end the process itself, before anything that was printed has left, and in words of its own. */
function throwInsteadOfExit(command: Command, path: string): void {
  command.configureOutput({ outputError: () => undefined });
  command.exitOverride((error) => {
    if (error.exitCode === 0) throw error;
    const isTooEarly = error.code === "commander.unknownOption" && command.commands.length > 0;
    const place = isTooEarly ? "Options stand behind the command, as in weft items list --json. " : "";
    throw usageError(error.message.replace(/^error: /, ""), `${place}${path} --help shows how it is typed.`);
  });
  for (const child of command.commands) {
    throwInsteadOfExit(child, `${path} ${child.name()}`);
  }
}
