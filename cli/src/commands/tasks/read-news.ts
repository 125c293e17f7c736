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

/** What a callback may carry. */
export interface News {
  readonly output?: object;
  readonly logs?: readonly string[];
  readonly subtext?: string;
}

export function withNewsOptions(command: Command): Command {
  return command
    .option("--output <json>", "values for later tasks; @file reads a file (JSON or YAML), - standard input")
    .option("--output-file <path>", "the same from a file")
    .option("--log <line>", "a line for its log; may be repeated", repeated, [])
    .option("--subtext <words>", "a few words on how it stands");
}

export async function readNews(context: Context, { output, outputFile, log, subtext }: NewsOptions): Promise<News> {
  if (output !== undefined && outputFile !== undefined) {
    throw usageError("--output and --output-file exclude each other.");
  }
  const data = outputFile === undefined ? output : `@${outputFile}`;
  return {
    ...(data === undefined ? {} : { output: asObject(await readData(context, data), "--output") }),
    ...(log.length === 0 ? {} : { logs: log }),
    ...(subtext === undefined ? {} : { subtext }),
  };
}
