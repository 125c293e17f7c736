import { Command } from "commander";
import { Context, type SharedOptions } from "./context.ts";
import { processTerminal } from "./terminal.ts";

interface HelpTexts {
  readonly description: string;
  /** Lines as they would be typed. */
  readonly examples: readonly string[];
}

/** A command that does something, with the options that all of them share. */
export function defineCommand(name: string, { description, examples }: HelpTexts): Command {
  return new Command(name)
    .description(description)
    .option("--json", "print JSON for programs")
    .option("--profile <name>", "the profile to use instead of the current one")
    .option("--org <slug>", "the organization, where the profile does not say it")
    .option("--base-url <url>", "the address of the API, ending in /api")
    .addHelpText(
      "after",
      ["", examples.length === 1 ? "Example:" : "Examples:", ...examples.map((line) => `  ${line}`)].join("\n"),
    );
}

/** A noun with its verbs. */
export function noun(name: string, description: string, verbs: readonly Command[]): Command {
  const command = new Command(name).description(description);
  for (const verb of verbs) {
    command.addCommand(verb);
  }
  return command;
}

interface Given<Options> {
  /** In order; those left out are undefined. */
  readonly args: readonly (string | undefined)[];
  readonly options: Options;
}

/** Runs the work of a leaf with its context; the first interrupt aborts it, a second one kills. */
export function commandAction<Options extends SharedOptions>(
  work: (context: Context, given: Given<Options>) => Promise<void>,
): (this: Command) => Promise<void> {
  return async function act(this: Command) {
    const options = this.opts<Options>();
    const stopping = new AbortController();
    const stop = () => stopping.abort();
    process.once("SIGINT", stop).once("SIGTERM", stop);
    const context = new Context(processTerminal(), options, stopping.signal);
    try {
      await work(context, { args: this.processedArgs, options });
    } catch (error) {
      throw await context.explain(error);
    } finally {
      process.off("SIGINT", stop).off("SIGTERM", stop);
    }
  };
}
