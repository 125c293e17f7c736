import type { Weft } from "@weft/client";
import type { PlannedChange } from "./format-plan.ts";

const changesShown = 10;

/** The first changes of a plan; the rest of a possibly large file is not fetched. */
export async function readPlan(weft: Weft, planFileId: string, signal: AbortSignal): Promise<PlannedChange[]> {
  const { stream } = await weft.files.download({ id: planFileId, signal });
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    if (text.split("\n").length > changesShown) break;
  }
  return text
    .split("\n")
    .filter((line) => line !== "")
    .slice(0, changesShown)
    .map((line): PlannedChange => JSON.parse(line));
}
