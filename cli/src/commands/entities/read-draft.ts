import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { parse, YAMLParseError } from "yaml";
import { usageError } from "../../frame/cli-error.ts";
import type { Context } from "../../frame/context.ts";
import { isObject } from "../../frame/is-object.ts";
import { repeated } from "../../frame/option-values.ts";

export interface DraftOptions {
  readonly set: readonly string[];
  readonly data?: string;
}

type Draft = Record<string, unknown>;

/** The two ways to pass field values. */
export function withDraftOptions(command: Command): Command {
  return command
    .option(
      "--set <field=value>",
      "field value; numbers, true, false, null and JSON are parsed; repeatable",
      repeated,
      [],
    )
    .option("--data <json>", "all fields as JSON; @file reads a file (JSON or YAML), - standard input");
}

export async function readDraft(context: Context, { set, data }: DraftOptions): Promise<Draft> {
  const base = data === undefined ? {} : asObject(await readData(context, data), "--data");
  const draft = { ...base, ...readAssignments(set, "--set") };
  if (Object.keys(draft).length === 0) {
    throw usageError("Nothing to write.", "Pass --set name=Parka, or --data with a JSON object, @file or -.");
  }
  return draft;
}

/** An option value: JSON, a file after @, or - for standard input. Files may be YAML. */
export async function readData(context: Context, data: string): Promise<unknown> {
  const isFile = data.startsWith("@");
  const text = isFile
    ? await readFile(data.slice(1), "utf8")
    : data === "-"
      ? await context.terminal.readInput()
      : data;
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    throw usageError(`${isFile ? data.slice(1) : "The data"} is neither JSON nor YAML: ${error.message}`);
  }
}

export function asObject(value: unknown, name: string): Draft {
  if (isObject(value)) return value;
  throw usageError(`${name} takes an object, such as {"name": "Parka"}.`);
}

/** Always text, even if they look like a number. */
const textFields = new Set(["name", "federatedId", "typePath", "identifier", "id"]);

/** field=value; the value is parsed as JSON if possible, and is text otherwise. Quotes force text: size='"42"'. */
export function readAssignments(assignments: readonly string[], option: string): Draft {
  return Object.fromEntries(
    assignments.map((assignment) => {
      const [, field = "", text = ""] = /^([^=]+)=(.*)$/s.exec(assignment) ?? [];
      if (field === "") throw usageError(`${option} takes field=value, not ${assignment}.`);
      return [field, readValue(field, text)];
    }),
  );
}

function readValue(field: string, text: string): unknown {
  if (textFields.has(field) || !/^(?:-?\d|true$|false$|null$|["[{])/.test(text)) return text;
  try {
    const value: unknown = JSON.parse(text);
    // A number that does not survive parsing and printing is a code, not an amount.
    return typeof value === "number" && !Number.isSafeInteger(value) && String(value) !== text ? text : value;
  } catch {
    return text;
  }
}
