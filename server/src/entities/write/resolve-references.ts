import type { RequestFault } from "@weft/contract";
import { decide, targetOf } from "../../access/decide.ts";
import { shorten, validateCharacters } from "../../entity-types/kinds/validate-text.ts";
import {
  entityTypeOf,
  isEntityKindName,
  type ResolvedProperty,
  type ResolvedType,
} from "../../entity-types/type-tree.ts";
import { relationsOf } from "../../lists/relations.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import { isSameJson } from "../../platform/same-json.ts";
import type { Entity } from "../model/entity.ts";
import { onlyOne, possibleFederatedIds } from "../model/federated-id.ts";
import type { SentFields, Writer } from "../model/write-request.ts";
import { pointerTo } from "../rules/kind-rules.ts";
import type { PlanState } from "./state/plan-state.ts";

/** The fields of a draft with ids in place of references by federatedId. */
export interface ResolvedFields {
  readonly sent: SentFields;
  readonly errors: readonly RequestFault[];
  /** The slugs of the references with errors. Their values remain as sent. */
  readonly rejected: ReadonlySet<string>;
}

interface ResolvingContext {
  readonly type: ResolvedType;
  readonly rights: Writer["rights"];
  /** An entity that is created may refer to itself. */
  readonly self: { readonly id: string; readonly federatedId: JsonValue };
}

/**
 * Replaces each reference by federatedId with an id, and removes relations that were sent back as they were read: an
 * open type would store them as properties. A reference to an unreadable entity fails like one to a missing entity.
 */
export function resolveReferences(given: SentFields, context: ResolvingContext, state: PlanState): ResolvedFields {
  const object = withoutComputed(given, context.type);
  const references = findReferences(object, () => context.type.properties);
  if (references === undefined) {
    return { sent: object, errors: [], rejected: noSlugs };
  }
  const sent: Record<string, JsonValue> = { ...object };
  const errors = new Map<string, RequestFault>();
  const rejected = new Set<string>();
  // The field itself comes before its relation, which must not contradict it.
  for (const reference of references.toSorted((one, other) => Number(one.isRelation) - Number(other.isRelation))) {
    const { name, property, isRelation } = reference;
    if (isRelation) {
      delete sent[name];
    }
    if (property === undefined || reference.isSentBack) {
      continue;
    }
    const { slug } = property;
    const resolved = resolveOne(reference, property, context, state);
    const held = sent[slug];
    const isContradicted = isRelation && held !== undefined && !rejected.has(slug);
    if ("error" in resolved) {
      errors.set(name, { pointer: pointerTo(name), ...resolved.error });
      rejected.add(slug);
      sent[slug] = reference.value;
    } else if (isContradicted && !isSameJson(held, resolved.value)) {
      const detail = `${name} and ${slug} name different entities. Send one of them.`;
      errors.set(name, { pointer: pointerTo(name), code: "invalid-value", detail });
      rejected.add(slug);
    } else if (!rejected.has(slug)) {
      sent[slug] = resolved.value;
    }
  }
  return { sent, errors: references.flatMap(({ name }) => errors.get(name) ?? []), rejected };
}

const noSlugs: ReadonlySet<string> = new Set();

/** Removes the completeness and the options of an entity that is sent back as it was read, as for relations. */
function withoutComputed(object: SentFields, { properties }: ResolvedType): SentFields {
  const { completeness, missing, nested } = object;
  const isMeasured = typeof completeness === "number" && Array.isArray(missing);
  const isNested = isObject(nested) && Array.isArray(nested["options"]) && "hiddenOptions" in nested;
  const computed = new Set([...(isMeasured ? ["completeness", "missing"] : []), ...(isNested ? ["nested"] : [])]);
  return computed.size === 0
    ? object
    : Object.fromEntries(Object.entries(object).filter(([name]) => !computed.has(name) || properties.has(name)));
}

/** Reports every entity that an object refers to by federatedId, so that all drafts are resolved with one query. */
export function requestReferences(
  object: SentFields,
  properties: () => ResolvedType["properties"],
  request: (reference: { readonly typePath: string; readonly federatedId: string }) => void,
): void {
  for (const { property, isSentBack, value } of findReferences(object, properties) ?? []) {
    const entityType = property === undefined || isSentBack ? undefined : referredTypeOf(property);
    for (const federatedId of entityType === undefined ? [] : entriesOf(value).map(federatedIdIn)) {
      if (federatedId !== undefined) {
        request({ typePath: property?.referenceType ?? "", federatedId });
      }
    }
  }
}

interface ReferenceField {
  /** The property that holds the ids. Undefined for actors, which are only read. */
  readonly property: ResolvedProperty | undefined;
  readonly isList: boolean;
  /** True for the name under which reads return the entity: itemFamily is the relation of itemFamilyId. */
  readonly isRelation: boolean;
}

interface SentReference extends ReferenceField {
  readonly name: string;
  readonly value: JsonValue;
  readonly isSentBack: boolean;
}

/** Undefined, at the cost of one comparison per field, if the object has none. */
function findReferences(object: SentFields, properties: () => ResolvedType["properties"]): SentReference[] | undefined {
  let found: SentReference[] | undefined;
  for (const name in object) {
    const value = object[name];
    if (typeof value !== "object" || value === null) {
      continue;
    }
    const field = referenceFieldsOf(properties()).get(name);
    if (field !== undefined) {
      const isSentBack = field.isRelation && entriesOf(value).every(isShownEntity);
      if (isSentBack || isReference(value, field)) {
        found ??= [];
        found.push({ ...field, name, value, isSentBack });
      }
    }
  }
  return found;
}

const fieldsOfProperties = new WeakMap<ResolvedType["properties"], ReadonlyMap<string, ReferenceField>>();

function referenceFieldsOf(properties: ResolvedType["properties"]): ReadonlyMap<string, ReferenceField> {
  let fields = fieldsOfProperties.get(properties);
  if (fields === undefined) {
    const entries = relationsOf(properties).flatMap((relation): [string, ReferenceField][] => {
      if (relation.to === "actors") {
        return [[relation.name, { property: undefined, isList: false, isRelation: true }]];
      }
      const { name, slug, isList } = relation;
      const property = properties.get(slug);
      return [
        [slug, { property, isList, isRelation: false }],
        [name, { property, isList, isRelation: true }],
      ];
    });
    fields = new Map(entries);
    fieldsOfProperties.set(properties, fields);
  }
  return fields;
}

/** Other objects under the name of a relation are undefined properties, which open types store. */
function isReference(value: JsonValue, { property, isList, isRelation }: ReferenceField): boolean {
  if (property === undefined || Array.isArray(value) !== isList) {
    return false;
  }
  return entriesOf(value).some(
    (entry) => isObject(entry) && (!isRelation || "federatedId" in entry || isOnlyId(entry)),
  );
}

function isOnlyId(entry: object): boolean {
  return "id" in entry && Object.keys(entry).length === 1;
}

function entriesOf(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? value : [value];
}

function isObject(value: JsonValue): value is { readonly [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An entity has a version; users and apps are shown by id, type and name. */
function isShownEntity(value: JsonValue): boolean {
  return isObject(value) && "id" in value && ("version" in value || ("type" in value && "name" in value));
}

const federatedIdCharactersMax = 512;

/** The text of an entry that is exactly a federatedId and that the database accepts. */
function federatedIdIn(entry: JsonValue): string | undefined {
  const federatedId = isObject(entry) && Object.keys(entry).length === 1 ? entry["federatedId"] : undefined;
  const isText = typeof federatedId === "string" && federatedId !== "" && validateCharacters(federatedId) === undefined;
  return isText && federatedId.length <= federatedIdCharactersMax ? federatedId : undefined;
}

function referredTypeOf({ referenceType = "" }: ResolvedProperty): string | undefined {
  const entityType = entityTypeOf(referenceType);
  return isEntityKindName(entityType) ? entityType : undefined;
}

type Resolved = { readonly value: JsonValue } | { readonly error: Pick<RequestFault, "code" | "detail"> };

/** Entries of a list that are ids already are kept. */
function resolveOne(
  { name, value, isList, isRelation }: SentReference,
  { slug, ...property }: ResolvedProperty,
  { rights, self, type }: ResolvingContext,
  state: PlanState,
): Resolved {
  const entityType = referredTypeOf({ slug, ...property });
  const entries = entriesOf(value);
  const federatedIds = entries.filter((entry) => typeof entry !== "string").map(federatedIdIn);
  if (entityType === undefined) {
    const detail = `${name} refers to a ${property.referenceType}, which has no federatedId. Send its id.`;
    return { error: { code: "invalid-value", detail } };
  }
  if (federatedIds.includes(undefined)) {
    const byId = isRelation ? `Send an id as ${slug}.` : "An id is sent as a string.";
    const form = `{"federatedId": "…"}, with 1 to ${federatedIdCharactersMax} characters`;
    const detail = `${name} must be ${isList ? "a list of objects such as " : ""}${form}. ${byId}`;
    return { error: { code: "invalid-value", detail } };
  }
  const isSelf = (federatedId: string) => entityType === type.root.name && federatedId === self.federatedId;
  const others = federatedIds.filter((one) => one !== undefined).filter((one) => !isSelf(one));
  const found = findNamed(state, { entityType, typePath: property.referenceType ?? "", rights }, others);
  const missing = others.find((federatedId) => found.get(federatedId) === undefined);
  if (missing !== undefined) {
    const detail = `${name} names ${shorten(missing)}, but there is no ${property.referenceType} with that federatedId. Create it first; in a batch, in an earlier operation.`;
    return { error: { code: "unknown-reference", detail } };
  }
  const ids = entries.map((entry) => {
    const federatedId = federatedIdIn(entry);
    return federatedId === undefined ? entry : (found.get(federatedId)?.id ?? self.id);
  });
  return { value: isList ? ids : ids[0] };
}

interface Referred {
  readonly entityType: string;
  readonly typePath: string;
  readonly rights: Writer["rights"];
}

/** The readable entity at or below the type for each federatedId; throws if one fits several custom entities. */
function findNamed(state: PlanState, { entityType, typePath, rights }: Referred, asked: readonly string[]) {
  const possible = asked.map((federatedId) => possibleFederatedIds(typePath, federatedId, state.types));
  const addresses = possible.flat().map((federatedId) => ({ entityType, federatedId }));
  const stored = state
    .forKeyShareByFederatedId(addresses)
    .filter((entity) => entity !== undefined)
    .filter((entity) => isBelow(entity.typePath, typePath) && mayRead(rights, entity));
  // By key: a list may name tens of thousands.
  const byFederatedId = new Map(stored.map((entity) => [entity.federatedId, entity]));
  return new Map(
    asked.map((federatedId, index) => {
      const fitting = (possible[index] ?? []).flatMap((one) => byFederatedId.get(one) ?? []);
      return [federatedId, onlyOne(federatedId, fitting)] as const;
    }),
  );
}

function isBelow(typePath: string, wantedPath: string): boolean {
  return typePath === wantedPath || typePath.startsWith(`${wantedPath}:`);
}

function mayRead(rights: Writer["rights"], entity: Entity): boolean {
  return decide(rights, "read", targetOf(entity)).isAllowed;
}
