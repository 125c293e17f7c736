import { isDeepStrictEqual } from "node:util";

/** The target list, and its differences from the stored one. */
export interface Merged<Member> {
  readonly target: readonly Member[];
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Stored, not in the file, and kept. */
  readonly kept: readonly string[];
  readonly isReordered: boolean;
}

interface Lists<Member> {
  readonly wanted: readonly Member[];
  readonly stored: readonly Member[];
  readonly keyOf: (member: Member) => string;
  readonly deletesOthers: boolean;
}

/** The members of the file, in its order, followed by the other stored members unless they are to be deleted. */
export function mergeMembers<Member>({ wanted, stored, keyOf, deletesOthers }: Lists<Member>): Merged<Member> {
  const before = new Map(stored.map((member) => [keyOf(member), member]));
  const named = new Set(wanted.map(keyOf));
  const others = stored.filter((member) => !named.has(keyOf(member)));
  const target = deletesOthers ? wanted : [...wanted, ...others];
  const order = target.map(keyOf).filter((key) => before.has(key));
  const kept = new Set(target.map(keyOf));
  return {
    target,
    added: wanted.map(keyOf).filter((key) => !before.has(key)),
    changed: wanted
      .filter((member) => before.has(keyOf(member)) && !isDeepStrictEqual(before.get(keyOf(member)), member))
      .map(keyOf),
    removed: deletesOthers ? others.map(keyOf) : [],
    kept: deletesOthers ? [] : others.map(keyOf),
    isReordered: !isDeepStrictEqual(
      order,
      stored.map(keyOf).filter((key) => kept.has(key)),
    ),
  };
}

export function isAdditive({ changed, removed }: Merged<unknown>): boolean {
  return changed.length === 0 && removed.length === 0;
}

/** Readable descriptions; empty if nothing changes. */
export function formatMerged({ added, changed, removed, isReordered }: Merged<unknown>): string[] {
  return [
    ...(added.length === 0 ? [] : [`adds ${listed(added)}`]),
    ...(changed.length === 0 ? [] : [`changes ${listed(changed)}`]),
    ...(removed.length === 0 ? [] : [`removes ${listed(removed)}`]),
    ...(isReordered ? ["order changed"] : []),
  ];
}

const listedMax = 8;

export function listed(names: readonly string[]): string {
  const more = names.length - listedMax;
  return more <= 1 ? names.join(", ") : `${names.slice(0, listedMax).join(", ")} and ${more} more`;
}
