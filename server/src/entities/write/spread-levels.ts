import type { ResolvedProperty, ResolvedType } from "../../entity-types/type-tree.ts";
import { isSameJson } from "../../platform/same-json.ts";
import type { Entity, Properties } from "../entity.ts";
import { addError, type Candidate, setProperty, textOf } from "./candidate.ts";
import { computeFormulas } from "./compute-formulas.ts";
import { pairKey } from "./unique-keys.ts";
import { notYet, type Step } from "./wants.ts";
import type { World } from "./world.ts";

/** Copies the family-level values of its family, and rejects values at the wrong level. */
export function takeFromFamily(candidate: Candidate, world: World): void {
  const levelled = levelledProperties(candidate.type);
  if (levelled.length === 0) {
    return;
  }
  const family = familyOf(candidate, world);
  candidate.place = family === "itself" ? "family" : "option";
  for (const property of levelled) {
    if (family === "itself") {
      refuseOptionLevel(candidate, property);
    } else {
      takeProperty(candidate, property, family);
    }
  }
}

/** The options that change because their family changed, with the copied values. */
export function spreadToOptions({ before, after }: Step, world: World): Step[] {
  // A new item has no options yet. A new project item may have: options may be in a project before their family.
  if (after === undefined || (before === undefined && after.entityType === "item")) {
    return [];
  }
  const held = before?.properties ?? {};
  const type = world.typeAt(after.typePath);
  const copied = levelledProperties(type).filter(
    ({ slug, level }) => level !== "option" && !isSameJson(held[slug], after.properties[slug]),
  );
  if (copied.length === 0 || familyOf({ ...after, type }, world) !== "itself") {
    return [];
  }
  return optionsOf(after, world).flatMap((option) => {
    const changed = withCopies(option, { held, after }, world);
    return changed === undefined ? [] : [{ before: option, after: changed }];
  });
}

type Levelled = ResolvedProperty;
type Family = "itself" | Entity | undefined;

function takeProperty(candidate: Candidate, property: Levelled, family: Entity | undefined): void {
  const { slug, level } = property;
  const held = family?.properties[slug];
  if (level === "family") {
    const isSent = candidate.sent[slug] !== undefined;
    const wanted = candidate.properties[slug];
    if (isSent && !isSameJson(wanted, held) && !isSameJson(wanted, candidate.before?.properties[slug])) {
      addError(candidate, slug, "invalid-value", `${slug} is stored on the family; change it there.`);
    }
    setProperty(candidate, slug, held);
  }
  const isNew = candidate.before === undefined;
  if (level === "override" && (isNew ? candidate.sent[slug] === undefined : candidate.sent[slug] === null)) {
    setProperty(candidate, slug, held);
  }
}

function refuseOptionLevel(candidate: Candidate, { slug, level }: Levelled): void {
  if (level !== "option" || candidate.properties[slug] === undefined) {
    return;
  }
  if (candidate.before === undefined && candidate.sent[slug] === undefined) {
    // A default applies to options too.
    setProperty(candidate, slug, undefined);
  } else {
    addError(candidate, slug, "invalid-value", `${slug} belongs to options, not to families.`);
  }
}

function withCopies(option: Entity, { held, after }: { held: Properties; after: Entity }, world: World) {
  const type = world.typeAt(option.typePath);
  const properties = { ...option.properties };
  for (const { slug, level } of levelledProperties(type)) {
    const isOverridden = level === "override" && !isSameJson(option.properties[slug], held[slug]);
    if (level === "option" || isOverridden) {
      continue;
    }
    const value = after.properties[slug];
    if (value === undefined) {
      delete properties[slug];
    } else {
      properties[slug] = value;
    }
  }
  computeFormulas({ type, name: option.name, federatedId: option.federatedId, properties }, world);
  return isSameJson(properties, option.properties)
    ? undefined
    : { ...option, properties, version: option.version + 1, updatedOn: notYet, updatedById: after.updatedById };
}

/** Only items and project items have levels. In other types, a level has no effect. */
function familyOf(entity: Pick<Candidate, "type" | "id" | "properties">, world: World): Family {
  if (entity.type.root.name === "item") {
    const familyId = textOf(entity, "itemFamilyId") ?? entity.id;
    return familyId === entity.id ? "itself" : world.forShare([{ entityType: "item", id: familyId }])[0];
  }
  const [itemId, projectId] = [textOf(entity, "itemId"), textOf(entity, "projectId")];
  if (itemId === undefined || projectId === undefined) {
    return undefined;
  }
  const [item] = world.forShare([{ entityType: "item", id: itemId }]);
  const familyId = item === undefined ? itemId : (textOf(item, "itemFamilyId") ?? itemId);
  if (familyId === itemId) {
    return "itself";
  }
  const [holder] = world.holdersOf([pairKey("project-item", ["projectId", projectId], ["itemId", familyId])]);
  return holder === undefined ? undefined : world.forShare([{ entityType: "project-item", id: holder }])[0];
}

function optionsOf(family: Entity, world: World): Entity[] {
  const itemId = family.entityType === "item" ? family.id : textOf(family, "itemId");
  const [items = []] =
    itemId === undefined
      ? []
      : world.referrersOf([{ entityType: "item", slug: "itemFamilyId", isList: false, id: itemId }]);
  const options = items.filter(({ id }) => id !== itemId);
  if (family.entityType === "item") {
    return options;
  }
  const projectId = textOf(family, "projectId") ?? "";
  const holders = world.holdersOf(
    options.map(({ id }) => pairKey("project-item", ["projectId", projectId], ["itemId", id])),
  );
  return holders
    .filter((id) => id !== undefined)
    .map((id) => world.toChange("project-item", id))
    .filter((entity) => entity !== undefined);
}

const levelled = new WeakMap<ResolvedType, ResolvedProperty[]>();

function levelledProperties(type: ResolvedType): ResolvedProperty[] {
  let properties = levelled.get(type);
  if (properties === undefined) {
    const hasLevels = type.root.name === "item" || type.root.name === "project-item";
    properties = hasLevels ? [...type.properties.values()].filter(({ level }) => level !== "all") : [];
    levelled.set(type, properties);
  }
  return properties;
}
