import { usageError } from "../../frame/cli-error.ts";
import type { Context } from "../../frame/context.ts";
import { asObject, type DraftOptions, readAssignments, readData } from "../entities/read-draft.ts";
import { parseSource, readDocument, type SourceDocument } from "../load/read-document.ts";

/** A definition from a file or --data, overridden by --set. */
export async function readDefinition<Shape extends object>(
  context: Context,
  file: string | undefined,
  { set, data }: DraftOptions,
): Promise<SourceDocument<Shape>> {
  if (file !== undefined && data !== undefined) throw usageError("A file and --data cannot be combined.");
  const base = file === undefined ? await readBase<Shape>(context, data) : await readDocument<Shape>(context, file);
  const value = { ...base.value, ...readAssignments(set, "--set") };
  if (Object.keys(value).length === 0) {
    throw usageError("Nothing to write.", "Pass a file (YAML or JSON), --data or --set.");
  }
  return { ...base, value };
}

async function readBase<Shape extends object>(
  context: Context,
  data: string | undefined,
): Promise<SourceDocument<Shape>> {
  if (data === undefined) return parseSource("--set", "{}");
  if (data.startsWith("@")) return readDocument(context, data.slice(1));
  return parseSource("--data", JSON.stringify(asObject(await readData(context, data), "--data")));
}
