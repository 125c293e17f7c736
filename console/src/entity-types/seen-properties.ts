import type { EntityType } from "@weft/client";
import { systemFields } from "../entities/any-entity.ts";
import type { PropertyType } from "../entities/property-kinds.ts";

/** A key of entities of an open type that no type defines. */
export interface SeenProperty {
  readonly slug: string;
  /** The number of sampled entities that have it. */
  readonly count: number;
  readonly samples: readonly string[];
  readonly guess: PropertyType;
}

interface LookedAt {
  readonly typePath: string;
}

const samplesMax = 3;

/** The undefined keys of entities, most frequent first. */
export function seenProperties(entities: readonly LookedAt[], types: readonly EntityType[]): SeenProperty[] {
  const knownByPath = new Map(types.map((type) => [type.typePath, knownKeys(type)]));
  const values = new Map<string, unknown[]>();
  for (const entity of entities) {
    const known = knownByPath.get(entity.typePath);
    for (const [key, value] of Object.entries(entity)) {
      if (!systemFields.has(key) && known?.has(key) !== true) values.set(key, [...(values.get(key) ?? []), value]);
    }
  }
  return [...values]
    .map(([slug, held]) => ({ slug, count: held.length, samples: samplesOf(held), guess: guessKind(held) }))
    .sort((a, b) => b.count - a.count || a.slug.localeCompare(b.slug));
}

function knownKeys({ properties, inheritedProperties }: EntityType): ReadonlySet<string> {
  return new Set([...properties, ...inheritedProperties].map(({ slug }) => slug));
}

function samplesOf(values: readonly unknown[]): string[] {
  const texts = values.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
  return [...new Set(texts)].slice(0, samplesMax);
}

const guesses: readonly (readonly [PropertyType, (value: unknown) => boolean])[] = [
  ["boolean", (value) => typeof value === "boolean" || (typeof value === "string" && /^(true|false)$/i.test(value))],
  ["number", (value) => typeof value === "number" || (typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value))],
  ["date", (value) => typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value)],
  ["datetime", (value) => typeof value === "string" && /^\d{4}-\d{2}-\d{2}T/.test(value)],
  ["url", (value) => typeof value === "string" && /^https?:\/\//.test(value)],
  ["string", (value) => typeof value === "string" && value.length <= 120 && !value.includes("\n")],
  ["text", (value) => typeof value === "string"],
];

/** The data type that every value matches. */
export function guessKind(values: readonly unknown[]): PropertyType {
  return guesses.find(([, fits]) => values.every(fits))?.[0] ?? "json";
}
