import { createInterface } from "node:readline/promises";
import { Command } from "commander";

/** A command of the operator, with example command lines. */
export function operatorCommand(name: string, description: string, examples: readonly string[]): Command {
  return new Command(name)
    .description(description)
    .addHelpText("after", ["", "Examples:", ...examples.map((line) => `  ${line}`)].join("\n"));
}

/** What the operator types on the terminal. Undefined without one. */
export async function askOperator(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) {
    return undefined;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
}
