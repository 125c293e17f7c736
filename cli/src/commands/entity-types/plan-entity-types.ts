import { isDeepStrictEqual } from "node:util";
import type { EntityType } from "@weft/client";
import { pluralize } from "../../output/amounts.ts";
import { describeType, isRoot } from "./describe-stored.ts";
import type { ImportStep } from "./import-step.ts";
import { formatMerged, isAdditive, listed, type Merged, mergeMembers } from "./merge-members.ts";
import {
  ancestorsOf,
  type FilePresentation,
  type FileProperty,
  type FileType,
  labelOfRoot,
  rootOf,
} from "./type-file.ts";

interface TypePlan {
  readonly steps: readonly ImportStep[];
  readonly unchanged: number;
  readonly kept: readonly string[];
}

interface Types {
  readonly wanted: readonly FileType[];
  readonly stored: readonly EntityType[];
  /** Keys of the stored option sets, as used by properties of the file. */
  readonly keysOfIds: ReadonlyMap<string, string>;
  /** Of the sets that the import creates or updates. */
  readonly changedSets: ReadonlySet<string>;
  readonly deletesOthers: boolean;
}

export function planEntityTypes(types: Types): TypePlan {
  const { wanted, stored, deletesOthers } = types;
  const named = new Set(wanted.map(({ typePath }) => typePath));
  const others = stored.filter((type) => !named.has(type.typePath) && (type.isDescribed || type.properties.length > 0));
  const goals = deletesOthers ? [...others.filter(isRoot).map(emptied), ...wanted] : wanted;
  const changes = goals.map((type) => changeOf(type, types));
  const changed = changes.filter(({ words }) => words.length > 0);
  const gone = deletesOthers ? others.filter((type) => !isRoot(type)) : [];
  const first = [...deletesOf(gone), ...releasesOf(changed)];
  const disturbed = new Set(first.map(({ key }) => rootOf(key)));
  const keptTypes = deletesOthers ? [] : others.filter((type) => !isRoot(type) || type.properties.length > 0);
  return {
    steps: [...first, ...stepsOf(changed, types, disturbed)],
    unchanged: wanted.length - changed.filter(({ goal }) => named.has(goal.typePath)).length,
    kept: [...keptTypes.map(({ typePath }) => `type ${typePath}`), ...changes.flatMap(({ kept }) => kept)],
  };
}

/** The target of a type, and its differences from the stored one. */
interface TypeChange {
  readonly before: FileType | undefined;
  readonly version: number | undefined;
  readonly goal: FileType;
  readonly properties: Merged<FileProperty>;
  readonly words: readonly string[];
  readonly isAdditive: boolean;
  readonly kept: readonly string[];
}

function changeOf(wanted: FileType, { stored, keysOfIds, deletesOthers }: Types): TypeChange {
  const found = stored.find(({ typePath }) => typePath === wanted.typePath);
  const before = found === undefined ? undefined : describeType(found, keysOfIds);
  const properties = mergeMembers({
    wanted: wanted.properties,
    stored: before?.properties ?? [],
    keyOf: ({ slug }) => slug,
    deletesOthers,
  });
  const presentation = wanted.presentation ?? (deletesOthers ? null : presentationOf(before));
  const words =
    before === undefined
      ? [pluralize(wanted.properties.length, "property", "properties")]
      : [
          ...(before.label === wanted.label ? [] : [`label ${before.label} → ${wanted.label}`]),
          ...(before.mode === wanted.mode ? [] : [`mode ${before.mode} → ${wanted.mode}`]),
          ...(isDeepStrictEqual(presentationOf(before), presentation) ? [] : ["presentation changed"]),
          ...formatMerged(properties),
        ];
  const kept = properties.kept.length === 0 ? [] : [`properties of ${wanted.typePath}: ${listed(properties.kept)}`];
  return {
    before,
    version: found?.version,
    goal: { ...wanted, presentation, properties: properties.target },
    properties,
    words,
    isAdditive:
      before === undefined || (isAdditive(properties) && before.label === wanted.label && before.mode === wanted.mode),
    kept,
  };
}

function presentationOf(type: FileType | undefined): FilePresentation | null {
  return type?.presentation ?? null;
}

/** A root type cannot be deleted: it is reset. */
function emptied({ typePath }: EntityType): FileType {
  return { typePath, label: labelOfRoot(typePath), mode: "open", properties: [] };
}

/** Children before their parents. */
function deletesOf(gone: readonly EntityType[]): ImportStep[] {
  const paths = gone.map(({ typePath }) => typePath);
  return gone
    .toSorted((one, other) => (one.typePath < other.typePath ? 1 : -1))
    .map(({ typePath, version }) => ({
      key: typePath,
      kind: "entity-type",
      action: "delete",
      version,
      changes: [],
      isAdditive: false,
      isDependent: paths.some((path) => path.startsWith(`${typePath}:`)),
    }));
}

/** A property is declared once from the root to a leaf: before it moves, it must be removed from its old type. */
function releasesOf(changed: readonly TypeChange[]): ImportStep[] {
  return changed.flatMap(({ before, version, goal, properties }): ImportStep[] => {
    const movers = properties.removed.filter((slug) =>
      changed.some((other) => isInLine(other.goal.typePath, goal.typePath) && other.properties.added.includes(slug)),
    );
    if (before === undefined || movers.length === 0) return [];
    // The presentation may name them. A later step restores it.
    const type = {
      ...before,
      presentation: null,
      properties: before.properties.filter(({ slug }) => !movers.includes(slug)),
    };
    const changes = [`moves ${listed(movers)} away`];
    const common = { key: goal.typePath, kind: "entity-type", isAdditive: false, isDependent: false } as const;
    return [{ ...common, action: "update", type, version, changes }];
  });
}

function isInLine(one: string, other: string): boolean {
  return ancestorsOf(one).includes(other) || ancestorsOf(other).includes(one);
}

function stepsOf(changed: readonly TypeChange[], types: Types, disturbed: ReadonlySet<string>): ImportStep[] {
  const byPath = new Map(changed.map((change) => [change.goal.typePath, change]));
  const isNew = (typePath: string) => byPath.has(typePath) && byPath.get(typePath)?.before === undefined;
  const goals = changed.map(({ goal }) => goal);
  const made = new Set<string>();
  return orderTypes(goals, isNew).map(({ type, turn }): ImportStep => {
    const key = type.typePath;
    const change = byPath.get(key);
    const changes = turn === "bare" ? ["no properties yet"] : (change?.words ?? []);
    const isDependent =
      made.has(key) ||
      disturbed.has(rootOf(key)) ||
      ancestorsOf(key).some((path) => byPath.has(path)) ||
      neededBy(type).some(isNew) ||
      type.properties.some(({ optionSet }) => optionSet !== undefined && types.changedSets.has(optionSet));
    const isCreate = isNew(key) && !made.has(key);
    // The version that was read is outdated if an earlier step of the import has written the type.
    const version = made.has(key) || disturbed.has(rootOf(key)) ? undefined : change?.version;
    made.add(key);
    const addsOnly = change?.isAdditive !== false;
    const common = { key, kind: "entity-type", changes, isAdditive: addsOnly, isDependent, type } as const;
    return isCreate ? { ...common, action: "create" } : { ...common, action: "update", version };
  });
}

/** A type in write order. A bare one is created without properties, because of a reference cycle. */
interface TypeTurn {
  readonly type: FileType;
  readonly turn: "bare" | "whole";
}

/** The order in which types can be written: a new type comes before its subtypes and before types that refer to it. */
function orderTypes(types: readonly FileType[], isNew: (typePath: string) => boolean): TypeTurn[] {
  const news = new Map(types.filter(({ typePath }) => isNew(typePath)).map((type) => [type.typePath, type]));
  const turns: TypeTurn[] = [];
  const begun = new Set<string>();
  const present = new Set<string>();

  const makeBare = (type: FileType): void => {
    for (const above of ancestorsOf(type.typePath).reverse()) {
      const parent = news.get(above);
      if (parent !== undefined && !present.has(above)) makeBare(parent);
    }
    turns.push({ type: { ...type, presentation: null, properties: [] }, turn: "bare" });
    present.add(type.typePath);
  };

  const take = (type: FileType): void => {
    if (begun.has(type.typePath)) {
      // A cycle: it is already being visited.
      if (!present.has(type.typePath)) makeBare(type);
      return;
    }
    begun.add(type.typePath);
    for (const needed of neededBy(type)) {
      const other = news.get(needed);
      if (other !== undefined && !present.has(needed)) take(other);
    }
    turns.push({ type, turn: "whole" });
    present.add(type.typePath);
  };

  for (const type of types) {
    take(type);
  }
  return turns;
}

/** Its parent types, the root first, and the types that its properties refer to. */
function neededBy({ typePath, properties }: FileType): string[] {
  const references = properties.flatMap(({ referenceType }) =>
    typeof referenceType === "string" && referenceType !== typePath ? [referenceType] : [],
  );
  return [...ancestorsOf(typePath).reverse(), ...references];
}
