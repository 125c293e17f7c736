import { type EntityKindName, isSystemField } from "@weft/contract";
import { decide, targetOf } from "../../access/decide.ts";
import { checkProperties } from "../../entity-types/check-properties.ts";
import { propertyKinds } from "../../entity-types/kinds/property-kinds.ts";
import { lineageOf, type ResolvedProperty, type ResolvedType, rootTypeOf } from "../../entity-types/type-tree.ts";
import { closestName } from "../../platform/closest-name.ts";
import { invalidField } from "../../platform/errors.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import { isSameJson } from "../../platform/same-json.ts";
import type { Entity } from "../model/entity.ts";
import { fullFederatedId } from "../model/federated-id.ts";
import type { SentFields, Writer } from "../model/write-request.ts";
import { assortmentItemRules, assortmentRules } from "../rules/assortment-rules.ts";
import { colorRules } from "../rules/color-rules.ts";
import { itemRules } from "../rules/item-rules.ts";
import { addError, type Candidate, type KindRules, requireNoErrors, setProperty } from "../rules/kind-rules.ts";
import { projectItemRules, projectRules } from "../rules/project-rules.ts";
import { workspaceRules } from "../rules/workspace-rules.ts";
import { checkReferences } from "./check-draft.ts";
import { computeFormulas, hasFormulas, takeFromFamily } from "./derived-values.ts";
import type { ResolvedFields } from "./resolve-references.ts";
import type { PlanState } from "./state/plan-state.ts";

const nameCharactersMax = 2_000;
const federatedIdCharactersMax = 512;

/** What a draft contains beside its fields. */
export interface CandidateKey {
  /** The key that the draft is addressed by. Default: the sent federatedId. */
  readonly federatedId?: string | undefined;
  /** The ids of linked entities, by slug. */
  readonly linked?: SentFields | undefined;
}

interface CandidateOptions extends CandidateKey {
  readonly type: ResolvedType;
  readonly id: string;
  readonly before: Entity | undefined;
  readonly fields: ResolvedFields;
  readonly rights: Writer["rights"];
  readonly found?: SentFields | undefined;
  readonly isRestored?: boolean;
}

/**
 * Merges the sent fields into the stored entity, completes it by the rules of its kind, and throws all errors at once.
 */
export function buildCandidate(options: CandidateOptions, state: PlanState): Candidate {
  const { type, id, before, fields, rights, found = {}, linked } = options;
  const { sent } = fields;
  const candidate: Candidate = {
    type,
    id,
    before,
    sent,
    rights,
    isRestored: options.isRestored === true,
    place: "family",
    name: before?.name ?? null,
    federatedId: before?.federatedId ?? null,
    projectId: before?.projectId ?? null,
    properties: { ...before?.properties },
    errors: [...fields.errors],
  };
  layOver(candidate, fields.rejected);
  for (const slug in linked) {
    setProperty(candidate, slug, linked[slug]);
  }
  candidate.name = readText(candidate, "name", sent["name"], nameCharactersMax);
  const key = options.federatedId ?? sent["federatedId"];
  candidate.federatedId = readText(candidate, "federatedId", fullKey(candidate, key), federatedIdCharactersMax);
  if (before === undefined) {
    setDefaults(candidate);
  }
  rulesOf(type.root.name).complete?.(candidate, state);
  for (const [slug, value] of Object.entries(found)) {
    setProperty(candidate, slug, value);
  }
  takeFromFamily(candidate, state);
  computeFormulas(candidate, state);
  checkRequired(candidate);
  checkReferences(candidate, state);
  requireNoErrors(candidate.errors);
  return candidate;
}

/** Checks the sent fields against the type and merges them into the stored properties. */
function layOver(candidate: Candidate, rejected: ReadonlySet<string>): void {
  const { type, sent, before } = candidate;
  const errors = checkProperties(type, sent, before?.properties ?? {}, (slug, value) =>
    setProperty(candidate, slug, value),
  );
  for (const { slug, code, detail } of errors.filter((error) => !rejected.has(error.slug))) {
    addError(candidate, slug, code, detail);
  }
}

/** An entity that has kept its short federatedId, because the full one is taken, can still be written. */
function fullKey({ type, before }: Candidate, key: JsonValue): JsonValue {
  const isGiven = typeof key === "string" && key !== "" && key !== before?.federatedId;
  return isGiven ? fullFederatedId(type.typePath, key) : key;
}

function readText(
  candidate: Candidate,
  field: "name" | "federatedId",
  sent: JsonValue,
  charactersMax: number,
): string | null {
  if (sent === undefined || sent === null) {
    return sent === null ? null : candidate[field];
  }
  if (typeof sent !== "string" || sent === "" || sent.length > charactersMax) {
    addError(candidate, field, "invalid-value", `${field} must be a text of 1 to ${charactersMax} characters.`);
    return candidate[field];
  }
  return sent;
}

function setDefaults(candidate: Candidate): void {
  for (const property of candidate.type.properties.values()) {
    if (property.default !== undefined && candidate.sent[property.slug] === undefined) {
      setProperty(candidate, property.slug, property.default);
    }
  }
}

function checkRequired(candidate: Candidate): void {
  const { type, properties, before, sent } = candidate;
  if (type.root.isNameRequired && candidate.name === null && takesAway(sent["name"], before, before?.name)) {
    addError(candidate, "name", "required", `name is missing: every ${type.root.label.toLowerCase()} requires one.`);
  }
  for (const property of type.properties.values()) {
    const { slug } = property;
    const isMissing = properties[slug] === undefined && isRequiredHere(property, candidate);
    if (isMissing && takesAway(sent[slug], before, before?.properties[slug])) {
      addError(candidate, slug, "required", `${slug} is missing.`);
    }
  }
}

/** A family-level property is required only on families, and an option-level property only on options. */
function isRequiredHere({ required, propertyType, level }: ResolvedProperty, { place }: Candidate): boolean {
  const isElsewhere = (level === "family" && place === "option") || (level === "option" && place === "family");
  return required && !isElsewhere && propertyKinds[propertyType].isComputed !== true;
}

/**
 * A write is responsible for what it touches: a value that was missing before may stay missing. A value that was sent
 * and rejected already has its own error.
 */
function takesAway(sent: JsonValue, before: Entity | undefined, held: JsonValue): boolean {
  return sent === null || (sent === undefined && (before === undefined || (held ?? null) !== null));
}

const rules: Partial<Record<EntityKindName, KindRules>> = {
  item: itemRules,
  project: projectRules,
  workspace: workspaceRules,
  "project-item": projectItemRules,
  assortment: assortmentRules,
  "assortment-item": assortmentItemRules,
  color: colorRules,
};

const noRules: KindRules = {};

export function rulesOf(name: EntityKindName): KindRules {
  return rules[name] ?? noRules;
}

const pathPattern = /^[a-z-]+(:[A-Za-z0-9_-]{1,64}){0,10}$/;
const pathCharactersMax = 256;

/** The type of a new or changed entity of this kind. Default: the root type. */
export function resolveType(entityType: string, sentPath: JsonValue, state: PlanState): ResolvedType {
  const typePath = sentPath ?? entityType;
  if (typeof typePath !== "string" || !isPathBelow(typePath, entityType)) {
    throw invalidField(
      "#/typePath",
      `typePath must be ${entityType}, or ${entityType} with up to 10 subtypes after colons, such as ${entityType}:a:b. A subtype has 1 to 64 of the characters A–Z a–z 0–9 _ -.`,
    );
  }
  const type = state.typeAt(typePath);
  if (rootTypeOf(typePath)?.needsSubtype === true && typePath === entityType) {
    throw invalidField("#/typePath", `typePath requires a subtype here, such as ${entityType}:supplier.`);
  }
  if (!type.isKnown) {
    refuseUnknownWhereStrict(type, state);
    state.plan.noteSeenType(typePath);
  }
  return type;
}

function isPathBelow(typePath: string, entityType: string): boolean {
  const isWellFormed = typePath.length <= pathCharactersMax && pathPattern.test(typePath);
  return isWellFormed && (typePath === entityType || typePath.startsWith(`${entityType}:`));
}

function refuseUnknownWhereStrict(type: ResolvedType, state: PlanState): void {
  if (type.mode !== "strict") {
    return;
  }
  const known = state.types.pathsBelow(type.root.name);
  const closest = closestName(type.typePath, known);
  const parent = lineageOf(type.typePath).findLast((path) => known.includes(path)) ?? type.root.name;
  const meant = closest === undefined ? "" : ` Did you mean ${closest}?`;
  throw invalidField("#/typePath", `There is no type ${type.typePath}, and ${parent} is strict.${meant}`);
}

/** The content of an update. */
interface UpdateContent extends CandidateKey {
  readonly sent: SentFields;
  readonly found?: SentFields | undefined;
}

/**
 * Whether an update sends only stored values, in exactly their stored form, as most rows of a reloaded file do. Updates
 * are planned normally if the type has formulas, whose results may have changed, or if the writer may not read and
 * write all of the entity, so that it does not learn hidden values.
 */
export function isEcho(content: UpdateContent, before: Entity, type: ResolvedType, rights: Writer["rights"]): boolean {
  const { sent, linked = {}, found = {}, federatedId } = content;
  return (
    (federatedId ?? before.federatedId) === before.federatedId &&
    type.typePath === before.typePath &&
    isStored(sent, before) &&
    isStored(linked, before) &&
    isStored(found, before) &&
    isFitting(sent, before, type) &&
    rulesOf(type.root.name).takesFromOthers !== true &&
    !hasFormulas(type) &&
    mayAll(rights, before)
  );
}

function isStored(fields: SentFields, before: Entity): boolean {
  for (const slug in fields) {
    const value = fields[slug];
    if (value !== undefined && !isSameJson(value ?? null, comparedValue(before, slug, value) ?? null)) {
      return false;
    }
  }
  return true;
}

/** A value that no longer matches its type, or null for a required property, is rejected even if nothing changes. */
function isFitting(object: SentFields, before: Entity, type: ResolvedType): boolean {
  for (const slug in object) {
    const isRequired = slug === "name" ? type.root.isNameRequired : type.properties.get(slug)?.required === true;
    if (object[slug] === null && isRequired) {
      return false;
    }
  }
  return checkProperties(type, object, before.properties, () => {}).length === 0;
}

/** Other system fields are ignored when they are sent back. */
function comparedValue(before: Entity, slug: string, sent: SentFields[string]): SentFields[string] {
  if (slug === "name" || slug === "federatedId") {
    return before[slug];
  }
  return isSystemField(slug) ? sent : before.properties[slug];
}

function mayAll(rights: Writer["rights"], before: Entity): boolean {
  return (["read", "update"] as const).every((verb) => {
    const decision = decide(rights, verb, targetOf(before));
    return decision.isAllowed && decision.fields === "all";
  });
}
