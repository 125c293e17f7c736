import { Command, Option } from "commander";
import { Context, type SharedOptions } from "./context.ts";
import { processTerminal } from "./terminal.ts";

interface HelpTexts {
  readonly description: string;
  /** Example command lines. */
  readonly examples: readonly string[];
}

/** A command with an action and the shared options. */
export function defineCommand(name: string, { description, examples }: HelpTexts): Command {
  return new Command(name)
    .description(description)
    .option("--json", "print JSON")
    .option("--profile <name>", "profile to use. Default: the current profile.")
    .option("--org <slug>", "organization, if the profile does not define it")
    .option("--base-url <url>", "base URL of the API, ending in /api")
    .addHelpText(
      "after",
      ["", examples.length === 1 ? "Example:" : "Examples:", ...examples.map((line) => `  ${line}`)].join("\n"),
    );
}

/** Accepts a former spelling of an option, which help and completion no longer show. */
export function withFormerOption(command: Command, flags: string, current: string): Command {
  const option = new Option(flags, `former name of the option ${current}`).hideHelp();
  return command.addOption(option).on(`option:${option.name()}`, (value?: string) => {
    command.setOptionValueWithSource(current, value ?? true, "cli");
  });
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
  /** In order; omitted ones are undefined. */
  readonly args: readonly (string | undefined)[];
  readonly options: Options;
}

/** Runs the action of a command with its context; the first interrupt aborts it, a second one kills the process. */
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
