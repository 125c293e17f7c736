import type { Noun } from "./nouns.ts";
import { readAssignments } from "./read-draft.ts";

/** Sample values of the examples in the help of a noun: each example is valid, except for its ids. */
export interface NounSamples {
  /** The options for a new entity. */
  readonly draft: string;
  /** The same, as JSON. */
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

/** On one line, with spaces. */
function spaced(value: object): string {
  return JSON.stringify(value, undefined, 1)
    .replace(/\n\s*/g, " ")
    .replace(/^\{ | \}$/g, (brace) => brace.trim());
}
