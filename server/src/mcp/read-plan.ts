import { fileOperations } from "@weft/contract";
import type { ToolContext } from "./tool-context.ts";
import { ToolFailure } from "./tool-failure.ts";

const changesMax = 10;
const bytesMax = 32_768;

/** The first changes planned by a dry run; none if the key may not read files. */
export async function readPlan(planFileId: string | undefined, context: ToolContext): Promise<unknown[]> {
  if (planFileId === undefined) {
    return [];
  }
  try {
    const text = await context.readText(fileOperations.getContent, { params: { id: planFileId }, bytesMax });
    // The text after the last line break may be incomplete.
    const lines = text.split("\n").slice(0, -1).slice(0, changesMax);
    return lines.map((line): unknown => JSON.parse(line));
  } catch (error) {
    if (error instanceof ToolFailure) {
      return [];
    }
    throw error;
  }
}
