import { Command, Help } from "commander";
import { commandTable } from "./command-table.ts";
import { operatorCommands } from "./operator-commands.ts";
import { versionText } from "./version.ts";

/** The command weft. Only the requested commands are loaded; the others are known by name. */
export async function buildProgram(isWanted: (name: string) => boolean): Promise<Command> {
  const program = new Command("weft")
    .description("Weft stores product data and exchanges it between systems.")
    .version(versionText, "-V, --version")
    .addHelpText("after", "\nRun weft <command> --help for details. Exit codes and environment variables: docs/cli.md.")
    .configureHelp({ visibleCommands: (command) => new Help().visibleCommands(command) });
  for (const { title, entries } of commandTable) {
    program.commandsGroup(title);
    for (const { name, aliases = [], description, load } of entries) {
      const isLoaded = [name, ...aliases].some(isWanted);
      const command = isLoaded ? await load() : new Command(name).description(description);
      program.addCommand(
        command
          .name(name)
          .description(description)
          .aliases([...aliases]),
      );
    }
  }
  program.commandsGroup("On the server");
  for (const [name, description] of Object.entries(operatorCommands)) {
    program.addCommand(new Command(name).description(description));
  }
  return program;
}
