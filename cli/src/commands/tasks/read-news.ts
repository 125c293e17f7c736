import type { Command } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import type { Context, SharedOptions } from "../../frame/context.ts";
import { repeated } from "../../frame/repeated.ts";
import { asObject, readData } from "../entities/read-draft.ts";

export interface NewsOptions extends SharedOptions {
  readonly output?: string;
  readonly outputFile?: string;
  readonly log: readonly string[];
  readonly subtext?: string;
}

/** The options of a callback. */
export interface News {
  readonly output?: object;
  readonly logs?: readonly string[];
  readonly subtext?: string;
}

export function withNewsOptions(command: Command): Command {
  return command
    .option("--output <json>", "output for later tasks; @file reads a file (JSON or YAML), - standard input")
    .option("--output-file <path>", "same as --output @file")
    .option("--log <line>", "log line; repeatable", repeated, [])
    .option("--subtext <words>", "status message");
}

export async function readNews(context: Context, { output, outputFile, log, subtext }: NewsOptions): Promise<News> {
  if (output !== undefined && outputFile !== undefined) {
    throw usageError("--output and --output-file cannot be combined.");
  }
  const data = outputFile === undefined ? output : `@${outputFile}`;
  return {
    ...(data === undefined ? {} : { output: asObject(await readData(context, data), "--output") }),
    ...(log.length === 0 ? {} : { logs: log }),
    ...(subtext === undefined ? {} : { subtext }),
  };
}
