import { errorCodes } from "@weft/contract";
import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import { allEntries, type Entry } from "../explain/entries.ts";
import { searchEntries } from "../explain/search-entries.ts";
import { topics } from "../explain/topics.ts";

const namedMax = 3;
const nearMax = 8;

export const explainTool = defineTool({
  name: "explain",
  title: "Explain Weft",
  description: `Explains an error code (version-mismatch), an operation of the API (create-item, "POST /items", or words such as "undo a load"), a setting (load configuration, conditionalColumns, workflow definition, timeoutSeconds, …) or a topic (criteria, triggers, expressions, callbacks, …). Use it before you guess.`,
  isReadOnly: true,
  input: z.strictObject({ about: z.string().min(1).max(200).describe("A name or a few words.") }),
  async run({ about }) {
    const { named, near } = searchEntries(allEntries, about);
    const shown = named.length > 0 ? named.slice(0, namedMax) : near.slice(0, 1);
    if (shown.length === 0) {
      return {
        explained: [],
        hint: "No match. Try other words, or one of these.",
        topics: topics.map(({ name }) => name),
        errorCodes,
      };
    }
    const others = near.filter((entry) => !shown.includes(entry)).slice(0, nearMax);
    return { explained: shown.map((entry) => ({ sort: entry.sort, ...entry.details() })), related: others.map(lineOf) };
  },
});

function lineOf({ sort, name, summary }: Entry): string {
  return `${sort} ${name}: ${summary}`;
}
