import { pluralize } from "../ui/format.ts";
import { actionLabels, kindWord } from "./change-labels.ts";
import type { NamedChange } from "./name-changes.ts";

/** What one person or program did at once: the changes of one set. */
export interface ChangeAct {
  /** That of its newest change. */
  readonly id: string;
  readonly changeSetId: string;
  /** What names the act: the style rather than its colorways. */
  readonly lead: NamedChange;
  /** Newest first. */
  readonly changes: readonly NamedChange[];
}

/** Adjacent changes of the same set as one act each. The list is newest first. */
export function groupChanges(changes: readonly NamedChange[]): ChangeAct[] {
  const groups: NamedChange[][] = [];
  for (const change of changes) {
    const last = groups.at(-1);
    if (last?.[0]?.record.changeSetId === change.record.changeSetId) last.push(change);
    else groups.push([change]);
  }
  return groups.flatMap((group) => {
    const [newest] = group;
    if (newest === undefined) return [];
    const { id, changeSetId } = newest.record;
    return [{ id, changeSetId, lead: leadOf(group, newest), changes: group }];
  });
}

/** The style of a group, else an item, else what was created or deleted: others are often changed in consequence. */
function leadOf(group: readonly NamedChange[], newest: NamedChange): NamedChange {
  const familyIds = new Set(group.flatMap(({ familyId }) => familyId ?? []));
  const rankOf = ({ record: { entityId, entityType, action } }: NamedChange) =>
    (familyIds.has(entityId) ? 0 : 4) + (entityType === "item" ? 0 : 2) + (action === "update" ? 1 : 0);
  return group.reduce((lead, change) => (rankOf(change) < rankOf(lead) ? change : lead), newest);
}

/** What an act changed besides its lead: and 6 colorways. Empty for a single change. */
export function describeOthers({ lead, changes }: ChangeAct): string {
  const others = changes.filter(({ record }) => record.entityId !== lead.record.entityId);
  if (others.length === 0) return "";
  const ids = new Set(others.map(({ record }) => record.entityId));
  if (others.every(({ familyId }) => familyId === lead.record.entityId)) {
    const isColorways = others.every(({ optionGroup }) => optionGroup === undefined || /colou?r/i.test(optionGroup));
    return `and ${pluralize(ids.size, isColorways ? "colorway" : "option")}`;
  }
  const kinds = new Set(others.map(({ record }) => record.entityType));
  const [kind] = kinds;
  const word = kinds.size === 1 && kind !== undefined ? kindWord(kind).toLowerCase() : "entity";
  return `and ${pluralize(ids.size, `other ${word}`, `other ${manyOf(word)}`)}`;
}

function manyOf(word: string): string {
  return word.endsWith("y") ? `${word.slice(0, -1)}ies` : `${word}s`;
}

/** What was done in an act, where that differs: 3 created, 2 changed. Empty where all is the same. */
export function countActions({ changes }: ChangeAct): string {
  const actions = [...new Set(changes.map(({ record }) => record.action))];
  if (actions.length === 1) return "";
  return actions
    .map((action) => {
      const count = changes.filter(({ record }) => record.action === action).length;
      return `${count} ${actionLabels[action].word}`;
    })
    .join(", ");
}
