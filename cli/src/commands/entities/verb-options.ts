import { kindParameters } from "@weft/client";
import type { Command } from "commander";
import type { Noun } from "./nouns.ts";

export type Verb = "list" | "get" | "create" | "update" | "delete" | "upsert" | "batch" | "restore" | "aggregate";

type Parameters = Readonly<Partial<Record<Verb, readonly string[]>>>;

/** Whether the operation of a verb has the parameter. */
export function hasParameter({ kind }: Noun, verb: Verb, parameter: string): boolean {
  const parameters: Parameters = kindParameters[kind];
  return parameters[verb]?.includes(parameter) === true;
}

/** The options of a verb with their descriptions, by the parameter that each of them sets. */
type VerbOptions = Readonly<Record<string, readonly [flags: string, description: string]>>;

/** Adds the options whose parameter the operation of the kind has: others are rejected as unknown. */
export function withVerbOptions(command: Command, noun: Noun, verb: Verb, options: VerbOptions): Command {
  for (const [parameter, [flags, description]] of Object.entries(options)) {
    if (hasParameter(noun, verb, parameter)) command.option(flags, description);
  }
  return command;
}
