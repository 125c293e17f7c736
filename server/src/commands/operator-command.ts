import { Command } from "commander";

/** A command of the operator, with example command lines. */
export function operatorCommand(name: string, description: string, examples: readonly string[]): Command {
  return new Command(name)
    .description(description)
    .addHelpText("after", ["", "Examples:", ...examples.map((line) => `  ${line}`)].join("\n"));
}
