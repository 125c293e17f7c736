import type { ResolvedProperty, ResolvedType } from "../../entity-types/type-tree.ts";
import { type Candidate, setProperty } from "./candidate.ts";
import { computeFormulas } from "./compute-formulas.ts";
import type { World } from "./world.ts";

/**
 * Assigns its numbers to a new entity, as the last step, so that an entity rejected for another reason consumes none.
 */
export function assignNumbers(candidate: Candidate, world: World): void {
  const sequences = sequencesOf(candidate.type).filter((property) => isNumberedHere(property, candidate));
  if (sequences.length === 0) {
    return;
  }
  const slugs = sequences.map(({ slug }) => slug);
  const numbers = world.numbersOf(candidate.type.root.name, candidate.id, slugs);
  sequences.forEach((property, index) => {
    const number = numbers[index];
    setProperty(candidate, property.slug, number === undefined ? undefined : textOfNumber(property, number));
  });
  computeFormulas(candidate, world);
}

/** An option shows its family's number, and a family has no number of an option-level sequence. */
function isNumberedHere({ slug, level }: ResolvedProperty, { place, properties }: Candidate): boolean {
  const isElsewhere = (level === "family" && place === "option") || (level === "option" && place === "family");
  return !isElsewhere && properties[slug] === undefined;
}

function textOfNumber({ prefix, digits }: ResolvedProperty, number: number): string {
  return `${prefix ?? ""}${String(number).padStart(digits ?? 6, "0")}`;
}

const sequences = new WeakMap<ResolvedType, ResolvedProperty[]>();

function sequencesOf(type: ResolvedType): ResolvedProperty[] {
  let properties = sequences.get(type);
  if (properties === undefined) {
    properties = [...type.properties.values()].filter(({ propertyType }) => propertyType === "sequence");
    sequences.set(type, properties);
  }
  return properties;
}
