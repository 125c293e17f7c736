import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { exitCodes } from "../../cli/src/frame/exit-codes.ts";
import { operatorCommands } from "../../cli/src/operator-commands.ts";
import { buildProgram } from "../../cli/src/program.ts";

type Command = Awaited<ReturnType<typeof buildProgram>>;

interface Leaf {
  readonly path: string;
  readonly command: Command;
}

async function allLeaves(): Promise<Leaf[]> {
  const program = await buildProgram(() => true);
  return leavesOf(program, "weft").filter(({ path }) => !(path.slice("weft ".length) in operatorCommands));
}

function leavesOf(command: Command, path: string): Leaf[] {
  command.exitOverride();
  return command.commands.length === 0
    ? [{ path, command }]
    : command.commands.flatMap((child) => leavesOf(child, `${path} ${child.name()}`));
}

/** What is missing in the help of a command, or wrong in its examples. */
function errorsOf({ path, command }: Leaf): string[] {
  const examples = examplesOf(command).filter((words) => isTypedFor(command, path, words));
  const named = [
    { name: "itself", description: command.description() },
    ...command.options.map(({ flags, description }) => ({ name: flags, description })),
    ...command.registeredArguments.map((argument) => ({ name: argument.name(), description: argument.description })),
  ];
  return [
    ...(examples.length === 0 ? [`${path} has no example`] : []),
    ...named.filter(({ description }) => description === "").map(({ name }) => `${path} does not describe ${name}`),
    ...examples.flatMap((words) => unknownOptions(command, path, words)),
  ];
}

function examplesOf(command: Command): string[][] {
  const help: string[] = [];
  command.configureOutput({ writeOut: (text) => void help.push(text) }).outputHelp();
  const [, examples = ""] = help.join("").split(/\nExamples?:\n/);
  return examples.split("\n").map(takeApart);
}

/** The words from weft on, split like a shell does. */
function takeApart(line: string): string[] {
  const [typed = ""] = /\bweft .*?(?=\)$| \| | > |$)/.exec(line) ?? [];
  return (typed.match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^['"]|['"]$/g, ""));
}

/** The command's own name, or an alias. */
function isTypedFor(command: Command, path: string, words: readonly string[]): boolean {
  const parents = path.split(" ").slice(0, -1);
  const names = [command.name(), ...command.aliases()];
  return parents.every((name, index) => words[index] === name) && names.includes(words[parents.length] ?? "");
}

function unknownOptions(command: Command, path: string, words: readonly string[]): string[] {
  const { unknown } = command.parseOptions(words.slice(path.split(" ").length));
  return unknown.map((word) => `${path} does not know ${word}`);
}

async function readGuide(): Promise<string> {
  return readFile(new URL("../../docs/cli.md", import.meta.url), "utf8");
}

test("every command has a description and valid examples", async () => {
  const leaves = await allLeaves();

  expect(leaves.length).toBeGreaterThan(100);
  expect(leaves.flatMap(errorsOf)).toEqual([]);
});

test("the commands of the guide are valid", async () => {
  const leaves = await allLeaves();
  const blocks = [...(await readGuide()).matchAll(/^```sh.*\n([\s\S]*?)```/gm)].map(([, block = ""]) => block);
  const lines = blocks.flatMap((block) => block.split("\n")).map(takeApart);
  const typed = lines.filter(([, first = ""]) => !/^(?:|--version)$/.test(first) && !(first in operatorCommands));

  const errors = typed.flatMap((words) => {
    const found = leaves.find(({ command, path }) => isTypedFor(command, path, words));
    return found === undefined
      ? [`${words.join(" ")} is not a command`]
      : unknownOptions(found.command, found.path, words);
  });

  expect(typed.length).toBeGreaterThan(60);
  expect(errors).toEqual([]);
});

test("the guide names every command and every exit code", async () => {
  const guide = await readGuide();
  const { commands } = await buildProgram(() => false);
  const codes = [...guide.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));

  const names = commands.map((command) => command.name());
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(guide))).toEqual([]);
  expect(codes).toEqual(Object.values(exitCodes));
});
