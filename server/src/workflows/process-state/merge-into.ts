import { type MergedOutput, mergeOutput } from "../../platform/json/merge-output.ts";
import type { JsonObject } from "../../platform/json-value.ts";
import type { WorkflowTask } from "./process-state.ts";

/** Merges values into the output of a task, and records the source of each. */
export function mergeInto(
  { output, outputSources }: Pick<WorkflowTask, "output" | "outputSources">,
  addition: JsonObject,
  additionSource: "task" | "callback" | "timeout",
): MergedOutput {
  return mergeOutput({ own: output, ownSource: "task", addition, additionSource, sources: outputSources });
}
