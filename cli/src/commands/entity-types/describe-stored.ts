import type { EntityType, OptionSet } from "@weft/client";
import { CliError } from "../../frame/cli-error.ts";
import type { StoredTypes } from "./load-types.ts";
import {
  ancestorsOf,
  type FileOptionSet,
  type FileProperty,
  type FileType,
  keyOf,
  labelOfRoot,
  type TypeFile,
  tidyProperty,
} from "./type-file.ts";

/** The stored types as a file: parents before children, and deterministic. */
export function describeStored({ types, optionSets }: StoredTypes): TypeFile {
  const keys = new Map(optionSets.map((set) => [set.id, keyOf(set)]));
  requireDistinctKeys(optionSets);
  const described = new Set(
    types.filter(isDefinedByOrg).flatMap(({ typePath }) => [typePath, ...ancestorsOf(typePath)]),
  );
  const wanted = types.filter((type) => described.has(type.typePath) && (isDefinedByOrg(type) || !isRoot(type)));
  return {
    optionSets: optionSets.map(describeSet).sort((one, other) => compare(keyOf(one), keyOf(other))),
    // A path sorts before all paths that start with it.
    entityTypes: wanted
      .map((type) => describeType(type, keys))
      .sort((one, other) => compare(one.typePath, other.typePath)),
  };
}

export function describeSet({ name, federatedId, options }: OptionSet): FileOptionSet {
  return {
    name,
    ...(federatedId === null ? {} : { federatedId }),
    options: options.map(({ value, display, color }) => ({
      value,
      display,
      ...(color === undefined ? {} : { color }),
    })),
  };
}

export function describeType(type: EntityType, keys: ReadonlyMap<string, string>): FileType {
  const { typePath, label, mode, properties, presentation } = type;
  return {
    typePath,
    label,
    mode,
    ...(presentation === null ? {} : { presentation: { ...presentation } }),
    properties: properties.map((property) => describeProperty(property, keys)),
  };
}

function describeProperty(
  { optionSetId, ...property }: EntityType["properties"][number],
  keys: ReadonlyMap<string, string>,
): FileProperty {
  const optionSet = typeof optionSetId === "string" ? { optionSet: keys.get(optionSetId) ?? optionSetId } : {};
  return tidyProperty({ ...property, ...optionSet });
}

/** Root types are built in: they are included if the organization has defined something on them. */
function isDefinedByOrg(type: EntityType): boolean {
  return isRoot(type)
    ? type.properties.length > 0 ||
        type.mode !== "open" ||
        type.presentation !== null ||
        type.label !== labelOfRoot(type.typePath)
    : type.isDescribed;
}

export function isRoot({ typePath }: { readonly typePath: string }): boolean {
  return !typePath.includes(":");
}

function requireDistinctKeys(sets: readonly OptionSet[]): void {
  const seen = new Map<string, OptionSet>();
  for (const set of sets) {
    const other = seen.get(keyOf(set));
    if (other !== undefined) {
      throw new CliError(`Two option sets have the same key ${keyOf(set)}: ${other.id} and ${set.id}.`, {
        next: `Set a unique external ID on one of them: weft option-sets update ${set.id} --set federatedId=<key>`,
      });
    }
    seen.set(keyOf(set), set);
  }
}

/** By code units: independent of the locale. */
function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
