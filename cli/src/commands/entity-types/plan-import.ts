import { usageError } from "../../frame/cli-error.ts";
import type { ImportPlan } from "./import-step.ts";
import type { StoredTypes } from "./load-types.ts";
import { planEntityTypes } from "./plan-entity-types.ts";
import { planOptionSets } from "./plan-option-sets.ts";
import { keyOf, type TypeFile } from "./type-file.ts";

interface Importing {
  readonly file: TypeFile;
  readonly stored: StoredTypes;
  readonly deletesOthers: boolean;
}

/** The requests that make an organization match the file, in a valid order. */
export function planImport({ file, stored, deletesOthers }: Importing): ImportPlan {
  const sets = planOptionSets({ wanted: file.optionSets, stored: stored.optionSets, deletesOthers });
  requireSets(file, new Set([...file.optionSets.map(keyOf), ...sets.keysOfIds.values()]));
  const types = planEntityTypes({
    wanted: file.entityTypes,
    stored: stored.types,
    keysOfIds: sets.keysOfIds,
    changedSets: new Set(sets.steps.map(({ key }) => key)),
    deletesOthers,
  });
  return {
    steps: [...sets.steps, ...types.steps, ...sets.deletes],
    unchanged: sets.unchanged + types.unchanged,
    kept: [...sets.kept, ...types.kept],
    setIds: new Map([...sets.keysOfIds].map(([id, key]) => [key, id])),
  };
}

function requireSets({ entityTypes }: TypeFile, known: ReadonlySet<string>): void {
  for (const { typePath, properties } of entityTypes) {
    const lost = properties.find(({ optionSet }) => optionSet !== undefined && !known.has(optionSet));
    if (lost !== undefined) {
      throw usageError(
        `${lost.slug} of ${typePath} refers to the option set ${lost.optionSet}, which exists neither in the file nor in the organization.`,
        `Known option sets: ${[...known].sort().join(", ") || "none"}.`,
      );
    }
  }
}
