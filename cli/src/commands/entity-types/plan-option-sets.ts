import type { OptionSet } from "@weft/client";
import { pluralize } from "../../output/amounts.ts";
import { describeSet } from "./describe-stored.ts";
import type { ImportStep } from "./import-step.ts";
import { matchOptionSets } from "./match-option-sets.ts";
import { formatMerged, isAdditive, listed, mergeMembers } from "./merge-members.ts";
import { type FileOptionSet, keyOf } from "./type-file.ts";

export interface OptionSetPlan {
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

export function planOptionSets({ wanted, stored, deletesOthers }: Sets): OptionSetPlan {
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
