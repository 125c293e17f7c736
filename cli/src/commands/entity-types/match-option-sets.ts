import type { OptionSet } from "@weft/client";
import { CliError } from "../../frame/cli-error.ts";
import { type FileOptionSet, keyOf } from "./type-file.ts";

/**
 * The stored set for each set of the file, by its key there: by federatedId, otherwise by name. A stored set without a
 * federatedId is matched by its name, and gets the file's.
 */
export function matchOptionSets(
  wanted: readonly FileOptionSet[],
  stored: readonly OptionSet[],
): ReadonlyMap<string, OptionSet> {
  const byKey = new Map(stored.flatMap((set) => (set.federatedId === null ? [] : [[set.federatedId, set] as const])));
  const matched = new Map<string, OptionSet>();
  for (const { federatedId } of wanted) {
    const found = federatedId === undefined ? undefined : byKey.get(federatedId);
    if (federatedId !== undefined && found !== undefined) matched.set(federatedId, found);
  }
  for (const set of wanted) {
    const taken = new Set(matched.values());
    const found = matched.has(keyOf(set)) ? undefined : findByName(set, stored, taken);
    if (found !== undefined) matched.set(keyOf(set), found);
  }
  return matched;
}

function findByName(
  { name, federatedId }: FileOptionSet,
  stored: readonly OptionSet[],
  taken: ReadonlySet<OptionSet>,
): OptionSet | undefined {
  const candidates = stored.filter(
    (set) => set.name === name && !taken.has(set) && (federatedId === undefined || set.federatedId === null),
  );
  if (candidates.length > 1) {
    throw new CliError(`There are ${candidates.length} option sets named ${name}.`, {
      next: `Set unique external IDs: weft option-sets update ${candidates[0]?.id} --set federatedId=<key>`,
    });
  }
  return candidates[0];
}
