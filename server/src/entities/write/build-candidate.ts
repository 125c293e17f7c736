import { checkProperties } from "../../entity-types/check-properties.ts";
import { propertyKinds } from "../../entity-types/kinds/property-kinds.ts";
import type { ResolvedProperty, ResolvedType } from "../../entity-types/type-tree.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import type { Entity } from "../entity.ts";
import { rulesOf } from "../kinds/rules-of-kinds.ts";
import { addError, type Candidate, requireNoErrors, setProperty } from "./candidate.ts";
import { checkReferences } from "./check-references.ts";
import { computeFormulas } from "./compute-formulas.ts";
import { takeFromFamily } from "./spread-levels.ts";
import { withoutRelations } from "./without-relations.ts";
import type { World } from "./world.ts";
import type { SentFields, Writer } from "./write-request.ts";

const nameCharactersMax = 2_000;
const federatedIdCharactersMax = 512;

/** What a draft contains beside its fields. */
export interface CandidateKey {
  /** The key that the draft is addressed by. Default: the sent federatedId. */
  readonly federatedId?: string | undefined;
  /** The ids of linked entities, by slug. */
  readonly linked?: SentFields | undefined;
}

export interface CandidateOptions extends CandidateKey {
  readonly type: ResolvedType;
  readonly id: string;
  readonly before: Entity | undefined;
  readonly sent: SentFields;
  readonly rights: Writer["rights"];
  readonly found?: SentFields | undefined;
}

/**
 * Merges the sent fields into the stored entity, completes it by the rules of its kind, and throws all errors at once.
 */
export function buildCandidate(options: CandidateOptions, world: World): Candidate {
  const { type, id, before, rights, found = {}, linked } = options;
  const sent = withoutRelations(options.sent, type);
  const candidate: Candidate = {
    type,
    id,
    before,
    sent,
    rights,
    place: "family",
    name: before?.name ?? null,
    federatedId: before?.federatedId ?? null,
    projectId: before?.projectId ?? null,
    properties: { ...before?.properties },
    errors: [],
  };
  layOver(candidate);
  for (const slug in linked) {
    setProperty(candidate, slug, linked[slug]);
  }
  candidate.name = readText(candidate, "name", sent["name"], nameCharactersMax);
  const key = options.federatedId ?? sent["federatedId"];
  candidate.federatedId = readText(candidate, "federatedId", key, federatedIdCharactersMax);
  if (before === undefined) {
    setDefaults(candidate);
  }
  rulesOf(type.root.name).complete?.(candidate, world);
  for (const [slug, value] of Object.entries(found)) {
    setProperty(candidate, slug, value);
  }
  takeFromFamily(candidate, world);
  computeFormulas(candidate, world);
  checkRequired(candidate);
  checkReferences(candidate, world);
  requireNoErrors(candidate.errors);
  return candidate;
}

/** Checks the sent fields against the type and merges them into the stored properties. */
function layOver(candidate: Candidate): void {
  const { type, sent, before } = candidate;
  const errors = checkProperties(type, sent, before?.properties ?? {}, (slug, value) =>
    setProperty(candidate, slug, value),
  );
  for (const { slug, code, detail } of errors) {
    addError(candidate, slug, code, detail);
  }
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
