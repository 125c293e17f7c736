import type { Noun } from "./nouns.ts";
import { readAssignments } from "./read-draft.ts";

/** What the examples in the help of a noun write and look for: each can be typed as it stands, but for its ids. */
export interface NounSamples {
  /** The options that describe a new one. */
  readonly draft: string;
  /** The same as JSON. */
  readonly draftJson: string;
  readonly change: string;
  readonly changeJson: string;
  readonly where: string;
}

export function samplesOf({ sample = {} }: Noun): NounSamples {
  const { draft = ["name=Example"], change = "name=Example", where = "name=Parka" } = sample;
  return {
    draft: draft.map((assignment) => `--set ${assignment}`).join(" "),
    draftJson: spaced(readAssignments(draft, "--set")),
    change: `--set ${change}`,
    changeJson: spaced(readAssignments([change], "--set")),
    where: `--where ${where}`,
  };
}

/** On one line, as people write it. */
function spaced(value: object): string {
  return JSON.stringify(value, undefined, 1)
    .replace(/\n\s*/g, " ")
    .replace(/^\{ | \}$/g, (brace) => brace.trim());
}
