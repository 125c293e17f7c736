import { type Command, CommanderError } from "commander";
import { usageError } from "./cli-error.ts";

/** Runs what was typed. Help goes to standard output and is a success; what was typed wrong is thrown. */
export async function parse(program: Command, argv: readonly string[]): Promise<void> {
  const group = groupWithoutVerb(program, argv);
  if (group !== undefined) {
    group.outputHelp();
    return;
  }
  throwInsteadOfExit(program, program.name());
  try {
    await program.parseAsync([...argv], { from: "user" });
  } catch (error) {
    // Help and version have been printed.
    if (!(error instanceof CommanderError)) throw error;
  }
}

/** A noun alone asks which verbs it has. */
function groupWithoutVerb(program: Command, argv: readonly string[]): Command | undefined {
  const named = argv.reduce<Command | undefined>(
    (command, word) => command?.commands.find((child) => child.name() === word || child.aliases().includes(word)),
    program,
  );
  return named !== undefined && named.commands.length > 0 ? named : undefined;
}

/** Commander would end the process itself, before anything that was printed has left, and in words of its own. */
function throwInsteadOfExit(command: Command, path: string): void {
  command.configureOutput({ outputError: () => undefined });
  command.exitOverride((error) => {
    if (error.exitCode === 0) throw error;
    throw usageError(error.message.replace(/^error: /, ""), `${path} --help shows how it is typed.`);
  });
  for (const child of command.commands) {
    throwInsteadOfExit(child, `${path} ${child.name()}`);
  }
}
