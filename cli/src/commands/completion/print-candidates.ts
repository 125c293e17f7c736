import { kindTable } from "@weft/client";
import { type Argument, type Command, Help, type Option } from "commander";
import { processTerminal } from "../../frame/terminal.ts";
import { safeText } from "../../output/safe-text.ts";
import { buildProgram } from "../../program.ts";
import { loadProfiles } from "../../session/profile-store.ts";

/** For the shell script: one line per candidate for the last word. */
export async function printCandidates(words: readonly string[]): Promise<void> {
  const terminal = processTerminal();
  const candidates = await completeCommandLine(words, {
    profiles: () => Object.keys(loadProfiles(terminal).profiles),
    kinds: () => Object.keys(kindTable),
  });
  terminal.out(candidates.map(({ word, description }) => `${safeText(word)}\t${safeText(description)}\n`).join(""));
}

/** A completion candidate and its description. */
interface Candidate {
  readonly word: string;
  readonly description: string;
}

/** Candidates for the last word, which may be empty; the words before it are given. */
async function completeCommandLine(words: readonly string[], known: KnownValues): Promise<Candidate[]> {
  const typed = words.slice(0, -1);
  const current = words.at(-1) ?? "";
  const first = typed.find((word) => !word.startsWith("-"));
  const program = await buildProgram((name) => name === first);
  return candidatesAt(walk(program, typed), current, known).filter(({ word }) => word.startsWith(current));
}

/** The command that the words name, its argument count, and the option whose value comes next. */
interface Position {
  readonly command: Command;
  readonly argumentCount: number;
  readonly given: readonly Option[];
  readonly awaiting: Option | undefined;
}

function walk(program: Command, words: readonly string[]): Position {
  const start: Position = { command: program, argumentCount: 0, given: [], awaiting: undefined };
  return words.reduce(step, start);
}

function step(position: Position, word: string): Position {
  const { command, argumentCount, given, awaiting } = position;
  if (awaiting !== undefined && !(awaiting.optional && word.startsWith("-"))) {
    return { ...position, awaiting: undefined };
  }
  if (word.startsWith("-")) {
    const option = command.options.find(({ long, short }) => word === long || word === short);
    const takesValue = option !== undefined && (option.required || option.optional);
    const now = option === undefined ? given : [...given, option];
    return { ...position, given: now, awaiting: takesValue ? option : undefined };
  }
  const verb = command.commands.find((child) => child.name() === word || child.aliases().includes(word));
  if (verb === undefined) return { ...position, argumentCount: argumentCount + 1 };
  return { command: verb, argumentCount: 0, given: [], awaiting: undefined };
}

function candidatesAt(position: Position, current: string, known: KnownValues): Candidate[] {
  const { command, awaiting, argumentCount } = position;
  if (awaiting?.required === true) return named(valuesOf(awaiting.attributeName(), awaiting.argChoices, known));
  const [, name, value] = /^(--[^=]+)=(.*)$/.exec(current) ?? [];
  if (value !== undefined) return assigned(command, name, known);
  if (current.startsWith("-")) return optionCandidates(position);
  const children = new Help().visibleCommands(command);
  if (children.length > 0)
    return children.map((child) => candidate(child.name(), child.summary() || child.description()));
  const argument = argumentAt(command.registeredArguments, argumentCount);
  return argument === undefined ? [] : named(valuesOf(argument.name(), argument.argChoices, known));
}

/** The last argument may be variadic. */
function argumentAt(declared: readonly Argument[], index: number): Argument | undefined {
  const last = declared.at(-1);
  return declared[index] ?? (last?.variadic === true ? last : undefined);
}

function optionCandidates({ command, given }: Position): Candidate[] {
  return new Help()
    .visibleOptions(command)
    .filter((option) => option.variadic || Array.isArray(option.defaultValue) || !given.includes(option))
    .map((option) => candidate(option.long ?? option.short ?? "", option.description));
}

/** --name=value in one word. */
function assigned(command: Command, name: string | undefined, known: KnownValues): Candidate[] {
  const option = command.options.find(({ long }) => long === name);
  if (option === undefined) return [];
  return named(valuesOf(option.attributeName(), option.argChoices, known).map((value) => `${name}=${value}`));
}

function named(words: readonly string[]): Candidate[] {
  return words.map((word) => candidate(word, ""));
}

function candidate(word: string, description: string): Candidate {
  return { word, description };
}

/** Values known without a request. */
interface KnownValues {
  readonly profiles: () => readonly string[];
  readonly kinds: () => readonly string[];
}

/** From the declared choices, or from the name of the option or argument. */
function valuesOf(name: string, choices: readonly string[] | undefined, known: KnownValues): readonly string[] {
  if (choices !== undefined) return choices;
  switch (name) {
    case "profile":
      return known.profiles();
    case "kind":
    case "entityName":
    case "entityType":
      return known.kinds();
    default:
      return [];
  }
}
