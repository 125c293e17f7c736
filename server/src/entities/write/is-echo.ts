import { systemFields } from "@weft/contract";
import { decide, targetOf } from "../../access/decide.ts";
import { checkProperties } from "../../entity-types/check-properties.ts";
import type { ResolvedType } from "../../entity-types/type-tree.ts";
import { isSameJson } from "../../platform/same-json.ts";
import type { Entity } from "../entity.ts";
import { rulesOf } from "../kinds/rules-of-kinds.ts";
import type { CandidateKey } from "./build-candidate.ts";
import type { SentFields, Writer } from "./write-request.ts";

const systemNames: ReadonlySet<string> = new Set(systemFields);

/** The content of an update. */
export interface Saying extends CandidateKey {
  readonly object: SentFields;
  readonly found?: SentFields | undefined;
}

/**
 * Whether an update sends only stored values, in exactly their stored form, as most rows of a reloaded file do. Updates
 * are planned normally if the type has formulas, whose results may have changed, or if the writer may not read and
 * write all of the entity, so that it does not learn hidden values.
 */
export function isEcho(saying: Saying, before: Entity, type: ResolvedType, rights: Writer["rights"]): boolean {
  const { object, linked = {}, found = {}, federatedId } = saying;
  return (
    (federatedId ?? before.federatedId) === before.federatedId &&
    type.typePath === before.typePath &&
    isStored(object, before) &&
    isStored(linked, before) &&
    isStored(found, before) &&
    isFitting(object, before, type) &&
    rulesOf(type.root.name).takesFromOthers !== true &&
    !hasFormulas(type) &&
    mayAll(rights, before)
  );
}

function isStored(fields: SentFields, before: Entity): boolean {
  for (const slug in fields) {
    const value = fields[slug];
    if (value !== undefined && !isSameJson(value ?? null, storedValue(before, slug, value) ?? null)) {
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
function storedValue(before: Entity, slug: string, sent: SentFields[string]): SentFields[string] {
  if (slug === "name" || slug === "federatedId") {
    return before[slug];
  }
  return systemNames.has(slug) ? sent : before.properties[slug];
}

function mayAll(rights: Writer["rights"], before: Entity): boolean {
  return (["read", "update"] as const).every((verb) => {
    const decision = decide(rights, verb, targetOf(before));
    return decision.isAllowed && decision.fields === "all";
  });
}

const formulas = new WeakMap<ResolvedType, boolean>();

function hasFormulas(type: ResolvedType): boolean {
  let has = formulas.get(type);
  if (has === undefined) {
    has = [...type.properties.values()].some(({ propertyType }) => propertyType === "formula");
    formulas.set(type, has);
  }
  return has;
}
