import type { OptionSet } from "@weft/client";
import { CliError, usageError } from "../../frame/cli-error.ts";
import { pluralize } from "../../output/amounts.ts";
import { describeSet } from "./describe-stored.ts";
import type { ImportPlan, ImportStep } from "./import-step.ts";
import type { StoredTypes } from "./load-types.ts";
import { formatMerged, isAdditive, listed, mergeMembers } from "./merge-members.ts";
import { planEntityTypes } from "./plan-entity-types.ts";
import { type FileOptionSet, keyOf, type TypeFile } from "./type-file.ts";

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

interface OptionSetPlan {
  /** Creates and updates: properties need them. */
  readonly steps: readonly ImportStep[];
  /** After the types no longer use them. */
  readonly deletes: readonly ImportStep[];
  readonly unchanged: number;
  readonly kept: readonly string[];
  /** Keys of the stored sets, as used by properties of the file. */
  readonly keysOfIds: ReadonlyMap<string, string>;
}

interface Sets {
  readonly wanted: readonly FileOptionSet[];
  readonly stored: readonly OptionSet[];
  readonly deletesOthers: boolean;
}

function planOptionSets({ wanted, stored, deletesOthers }: Sets): OptionSetPlan {
  const matched = matchOptionSets(wanted, stored);
  const plans = wanted.map((set) => planSet(set, matched.get(keyOf(set)), deletesOthers));
  const steps = plans.flatMap(({ step }) => step ?? []);
  const known = new Set(matched.values());
  const others = stored.filter((set) => !known.has(set));
  return {
    steps,
    deletes: deletesOthers ? others.map(deleteStep) : [],
    unchanged: wanted.length - steps.length,
    kept: [
      ...(deletesOthers ? [] : others.map((set) => `option set ${keyOf(set)}`)),
      ...plans.flatMap(({ kept }) => kept),
    ],
    keysOfIds: new Map([
      ...others.map((set) => [set.id, keyOf(set)] as const),
      ...[...matched].map(([key, { id }]) => [id, key] as const),
    ]),
  };
}

interface SetPlan {
  readonly step: ImportStep | undefined;
  readonly kept: readonly string[];
}

function planSet(wanted: FileOptionSet, stored: OptionSet | undefined, deletesOthers: boolean): SetPlan {
  const common = { key: keyOf(wanted), kind: "option-set", isDependent: false } as const;
  if (stored === undefined) {
    const changes = [pluralize(wanted.options.length, "option")];
    return { step: { ...common, action: "create", set: wanted, changes, isAdditive: true }, kept: [] };
  }
  const before = describeSet(stored);
  const options = mergeMembers({
    wanted: wanted.options,
    stored: before.options,
    keyOf: ({ value }) => value,
    deletesOthers,
  });
  const changes = [
    ...(wanted.name === before.name ? [] : [`name ${before.name} → ${wanted.name}`]),
    ...((wanted.federatedId ?? before.federatedId) === before.federatedId ? [] : [`federatedId ${wanted.federatedId}`]),
    ...formatMerged(options),
  ];
  const kept = options.kept.length === 0 ? [] : [`options of ${common.key}: ${listed(options.kept)}`];
  const { id, version } = stored;
  const set = { ...wanted, options: options.target };
  const addsOnly = isAdditive(options) && wanted.name === before.name;
  const step = { ...common, action: "update", set, id, version, changes, isAdditive: addsOnly } as const;
  return { step: changes.length === 0 ? undefined : step, kept };
}

function deleteStep(set: OptionSet): ImportStep {
  const { id, version } = set;
  // Another step may change a type that uses it.
  const common = { key: keyOf(set), kind: "option-set", isAdditive: false, isDependent: true } as const;
  return { ...common, action: "delete", id, version, changes: [] };
}

/**
 * The stored set for each set of the file, by its key there: by federatedId, otherwise by name. A stored set without a
 * federatedId is matched by its name, and gets the file's.
 */
function matchOptionSets(
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
