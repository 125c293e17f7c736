import type { Verb } from "@weft/contract";
import { decide, isCovered, rightsOn, targetOf } from "../../access/decide.ts";
import { propertyKinds } from "../../entity-types/kinds/property-kinds.ts";
import { validateCharacters } from "../../entity-types/kinds/validate-text.ts";
import {
  entityTypeOf,
  isEntityKindName,
  type ResolvedProperty,
  type ResolvedType,
} from "../../entity-types/type-tree.ts";
import { bodyTooLarge, conflict, forbidden, invalidField, notFound } from "../../platform/errors.ts";
import type { Problem } from "../../platform/problem.ts";
import { isSameJson } from "../../platform/same-json.ts";
import { type Entity, propertiesText } from "../model/entity.ts";
import { isSameFederatedId, onlyOne, possibleFederatedIds } from "../model/federated-id.ts";
import { type Draft, requireVersion, type SentFields, type Writer } from "../model/write-request.ts";
import { addError, type Candidate } from "../rules/kind-rules.ts";
import type { UniqueKey } from "./state/plan.ts";
import type { PlanState } from "./state/plan-state.ts";

type Rights = Writer["rights"];

/** An entity that may not be read does not exist, also for a writer. */
export function requireReadable(rights: Rights, entity: Entity): void {
  if (!decide(rights, "read", targetOf(entity)).isAllowed) {
    throw notFound(entity.entityType, entity.id);
  }
}

/** Throws unless the writer may do this to the entity, which is readable or its own, and to these of its properties. */
export function requireWriteRight(
  rights: Rights,
  verb: "create" | "update" | "delete",
  entity: Entity,
  slugs: () => readonly string[] = () => [],
): void {
  const decision = decide(rights, verb, targetOf(entity));
  if (!decision.isAllowed) {
    throw forbidden(`This credential may not ${verb} ${entity.typePath}${entity.projectId === null ? "" : " there"}.`);
  }
  if (decision.fields !== "all") {
    const { fields } = decision;
    const closed = slugs().filter((slug) => !fields.has(slug));
    if (closed.length > 0) {
      throw forbidden(`This credential may not write ${closed.join(", ")} of ${entity.typePath}.`);
    }
  }
}

export function mayDo(rights: Rights, verb: Verb, entity: Entity, slugs: readonly string[]): boolean {
  const decision = decide(rights, verb, targetOf(entity));
  if (!decision.isAllowed) {
    return false;
  }
  const { fields } = decision;
  return fields === "all" || slugs.every((slug) => fields.has(slug));
}

/** Checked first, as far as the type is known: a writer that may create none of the type learns nothing else. */
export function requireCreatableType(rights: Rights, root: string, typePath: string): void {
  const isCreatable = rightsOn(rights, "create", root).some(({ project: _, ...right }) =>
    isCovered(right, { typePath }),
  );
  if (!isCreatable) {
    throw forbidden(`This credential may not create ${typePath}.`);
  }
}

/** Whether the property is hidden from this writer. A correct guess at a hidden value must look like a wrong one. */
export function isHidden(rights: Rights, entity: Entity, slug: string): boolean {
  const decision = decide(rights, "read", targetOf(entity));
  return decision.isAllowed && decision.fields !== "all" && !decision.fields.has(slug);
}

/** Both the version required by the call and the version in the object must be the current one. */
export function checkVersions(
  { expectedVersion, object = {} }: { readonly expectedVersion?: number; readonly object?: SentFields },
  entity: Entity,
): void {
  const sent = versionIn(object);
  requireVersion(entity, expectedVersion);
  requireVersion(entity, sent);
}

function versionIn(object: SentFields): number | undefined {
  const version = object["version"] ?? undefined;
  if (version !== undefined && typeof version !== "number") {
    throw invalidField("#/version", "version must be the number that was read, or omitted.");
  }
  return version;
}

/**
 * The entity that a federatedId means. It may lack the type path of a custom entity; an entity that may not be read
 * does not make it ambiguous.
 */
export function findByFederatedId(
  state: PlanState,
  entityType: string,
  federatedId: string,
  rights: Rights,
): Entity | undefined {
  const found = state.allByFederatedIds(entityType, possibleFederatedIds(entityType, federatedId, state.types));
  const readable = found.filter((entity) => decide(rights, "read", targetOf(entity)).isAllowed);
  return onlyOne(federatedId, readable.length === 0 ? found.slice(0, 1) : readable);
}

/** A write addressed by federatedId has the same federatedId in the object, or none. */
export function checkSameFederatedId(draft: Extract<Draft, { op: "upsert" }>): void {
  const { entityType, federatedId, object } = draft;
  const sent = object["federatedId"] ?? federatedId;
  const isSame = entityType === "custom-entity" ? isSameFederatedId(String(sent), federatedId) : sent === federatedId;
  if (!isSame) {
    const detail = "The federatedId in the body differs from the one in the path. Change it by id instead.";
    throw invalidField("#/federatedId", detail);
  }
  const error = validateCharacters(federatedId);
  if (error !== undefined) {
    throw invalidField("#/federatedId", `federatedId ${error}`);
  }
}

interface NamedEntity {
  readonly property: ResolvedProperty;
  /** A root type, or a path that the entity must be at or below. */
  readonly wantedPath: string;
  readonly entityType: string;
  readonly id: string;
}

/** Every new reference of a candidate must name an existing entity of the right type. */
export function checkReferences(candidate: Candidate, state: PlanState): void {
  const named = namesIn(candidate);
  if (named.length === 0) {
    return;
  }
  const inside = named.filter(({ entityType }) => isEntityKindName(entityType));
  const outside = named.filter(({ entityType }) => !isEntityKindName(entityType));
  const found = findNamed(inside, state);
  inside.forEach((name, index) => {
    const entity = found[index];
    if (entity === undefined || !isAtOrBelow(entity.typePath, name.wantedPath) || !mayName(candidate, name, entity)) {
      addMissing(candidate, name);
    }
  });
  const exists = state.existsOutside(outside);
  outside.forEach((name, index) => {
    if (exists[index] !== true) {
      addMissing(candidate, name);
    }
  });
}

/** If a subtype is required, the lock keeps the entity in that subtype. */
function findNamed(named: readonly NamedEntity[], state: PlanState): (Entity | undefined)[] {
  state.forShare(named.filter(({ wantedPath }) => wantedPath.includes(":")));
  return state.forKeyShare(named);
}

/**
 * A reference to an unreadable entity would reveal that it exists. References that the service itself fills in reveal
 * nothing.
 */
function mayName({ sent, rights }: Candidate, { property }: NamedEntity, entity: Entity): boolean {
  return sent[property.slug] === undefined || decide(rights, "read", targetOf(entity)).isAllowed;
}

function addMissing(candidate: Candidate, { property, wantedPath, id }: NamedEntity): void {
  const detail = `${property.slug} names ${id}, but there is no ${wantedPath} with that id.`;
  addError(candidate, property.slug, "unknown-reference", detail);
}

function namesIn(candidate: Candidate): NamedEntity[] {
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
    case "image_list":
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

/** Throws if another entity holds one of the values that the entity takes. */
export function requireFreeKeys(state: PlanState, after: Entity, taken: readonly UniqueKey[], writer: Writer): void {
  state.holdersOf(taken).forEach((holder, index) => {
    if (holder !== undefined && holder !== after.id) {
      const slug = taken[index]?.slug ?? "";
      const [existing] = state.forKeyShare([{ entityType: after.entityType, id: holder }]);
      throw isTaken(`${slug.replace("+", " and ")} must be unique`, existing, writer, { property: slug });
    }
  });
}

export function requireFreeFederatedId(state: PlanState, entity: Entity, writer: Writer): void {
  const { entityType, federatedId } = entity;
  const holder = federatedId === null ? undefined : state.forNoKeyUpdateByFederatedId(entityType, federatedId);
  if (holder !== undefined && holder.id !== entity.id) {
    throw isTaken(`The federatedId ${federatedId} is already in use`, holder, writer, { property: "federatedId" });
  }
}

/** Names the holder only to writers that may read it. */
function isTaken(what: string, holder: Entity | undefined, { rights }: Writer, members: object): Problem {
  const isReadable = holder !== undefined && decide(rights, "read", targetOf(holder)).isAllowed;
  return isReadable
    ? conflict(`${what}: the ${holder.entityType} ${holder.id} has this value.`, { ...members, existingId: holder.id })
    : conflict(`${what}: another entity has this value.`, { ...members });
}

const entityBytesMax = 4 * 1_048_576;

/** Properties added one by one may exceed the size limit of an entity. */
export function checkSize({ entityType, properties }: Entity): void {
  const text = propertiesText(properties);
  // A character takes at most three bytes, so only texts that could be too large are measured.
  if (text.length * 3 > entityBytesMax && Buffer.byteLength(text) > entityBytesMax) {
    throw bodyTooLarge(`The ${entityType} would be larger than ${entityBytesMax} bytes.`);
  }
}
