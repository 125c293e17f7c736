import { decide, targetOf } from "../../access/decide.ts";
import { propertyKinds } from "../../entity-types/kinds/property-kinds.ts";
import {
  entityTypeOf,
  isEntityKindName,
  type ResolvedProperty,
  type ResolvedType,
} from "../../entity-types/type-tree.ts";
import { isSameJson } from "../../platform/same-json.ts";
import type { Entity } from "../entity.ts";
import { addError, type Candidate } from "./candidate.ts";
import type { World } from "./world.ts";

interface Named {
  readonly property: ResolvedProperty;
  /** A root type, or a path that the entity must be at or below. */
  readonly wantedPath: string;
  readonly entityType: string;
  readonly id: string;
}

/** Every new reference of a candidate must name an existing entity of the right type. */
export function checkReferences(candidate: Candidate, world: World): void {
  const named = namesIn(candidate);
  if (named.length === 0) {
    return;
  }
  const inside = named.filter(({ entityType }) => isEntityKindName(entityType));
  const outside = named.filter(({ entityType }) => !isEntityKindName(entityType));
  const found = findNamed(inside, world);
  inside.forEach((name, index) => {
    const entity = found[index];
    if (entity === undefined || !isAtOrBelow(entity.typePath, name.wantedPath) || !mayName(candidate, name, entity)) {
      addMissing(candidate, name);
    }
  });
  const exists = world.existsOutside(outside);
  outside.forEach((name, index) => {
    if (exists[index] !== true) {
      addMissing(candidate, name);
    }
  });
}

/** If a subtype is required, the lock keeps the entity in that subtype. */
function findNamed(named: readonly Named[], world: World): (Entity | undefined)[] {
  world.forShare(named.filter(({ wantedPath }) => wantedPath.includes(":")));
  return world.forKeyShare(named);
}

/**
 * A reference to an unreadable entity would reveal that it exists. References that the service itself fills in reveal
 * nothing.
 */
function mayName({ sent, rights }: Candidate, { property }: Named, entity: Entity): boolean {
  return sent[property.slug] === undefined || decide(rights, "read", targetOf(entity)).isAllowed;
}

function addMissing(candidate: Candidate, { property, wantedPath, id }: Named): void {
  const detail = `${property.slug} names ${id}, but there is no ${wantedPath} with that id.`;
  addError(candidate, property.slug, "unknown-reference", detail);
}

function namesIn(candidate: Candidate): Named[] {
  return referencesOf(candidate.type).flatMap((property) => {
    const value = candidate.properties[property.slug];
    if (value === undefined || isSameJson(value, candidate.before?.properties[property.slug])) {
      return [];
    }
    const wantedPath = wantedPathOf(property);
    const { referencesIn } = propertyKinds[property.propertyType];
    const known = new Set(referencesIn?.(candidate.before?.properties[property.slug]));
    return (referencesIn?.(value) ?? [])
      .filter((id) => !known.has(id) && !isMadeWith(candidate, property, id))
      .map((id) => ({ property, wantedPath, entityType: entityTypeOf(wantedPath), id }));
  });
}

/** A reference to itself, or to an entity created with it, needs no lookup. */
function isMadeWith({ id: ownId, type }: Candidate, property: ResolvedProperty, id: string): boolean {
  const isItself = id === ownId && isAtOrBelow(type.typePath, wantedPathOf(property));
  return isItself || (property.isBuiltIn && property.slug === "rootWorkspaceId");
}

export function wantedPathOf(property: ResolvedProperty): string {
  switch (property.propertyType) {
    case "image":
      return "file";
    case "user_list":
      return "user";
    default:
      return property.referenceType ?? "";
  }
}

function isAtOrBelow(typePath: string, wantedPath: string): boolean {
  return typePath === wantedPath || typePath.startsWith(`${wantedPath}:`);
}

const references = new WeakMap<ResolvedType, ResolvedProperty[]>();

/** The properties of the type that refer to other entities. */
export function referencesOf(type: ResolvedType): ResolvedProperty[] {
  let properties = references.get(type);
  if (properties === undefined) {
    properties = [...type.properties.values()].filter(
      ({ propertyType }) => propertyKinds[propertyType].referencesIn !== undefined,
    );
    references.set(type, properties);
  }
  return properties;
}
