import { storableJson } from "../../platform/json/storable-json.ts";
import { isJsonObject, type JsonObject } from "../../platform/json-value.ts";
import type { EndedRun, RunEnd } from "./end-task.ts";

/** Removes what PostgreSQL cannot store from external texts: the result of a run must always be recorded. */
export function storableRun({ end, input, lines }: EndedRun): EndedRun {
  return { end: storableEnd(end), input: storableObject(input), lines: lines.map(storableText) };
}

function storableEnd(end: RunEnd): RunEnd {
  switch (end.kind) {
    case "done":
      return { ...end, output: storableObject(end.output) };
    case "again":
      return { ...end, state: storableObject(end.state) };
    case "failed":
      return { ...end, failure: { ...end.failure, message: storableText(end.failure.message) } };
  }
}

function storableObject(value: JsonObject): JsonObject {
  const storable = storableJson(value);
  return isJsonObject(storable) ? storable : {};
}

function storableText(text: string): string {
  return String(storableJson(text));
}
