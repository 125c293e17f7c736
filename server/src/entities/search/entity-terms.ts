import { createHash } from "node:crypto";
import type { PropertyType } from "@weft/contract";
import type { ResolvedProperty, ResolvedType } from "../../entity-types/type-tree.ts";
import type { ListField } from "../../lists/list-field.ts";
import { partsOf, wordsOf } from "../../platform/fold-text.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import { isSameJson } from "../../platform/same-json.ts";
import type { Entity } from "../model/entity.ts";

/** An entity with everything that its terms depend on. */
export interface SearchedEntity {
  readonly entity: Pick<Entity, "entityType" | "name" | "federatedId" | "properties">;
  readonly type: ResolvedType;
  /** The family of an option, and its type. */
  readonly family?: Omit<SearchedEntity, "family"> | undefined;
}

/** The family of an option; undefined for all other entities. */
export function familyIdOf({ entityType, id, properties }: Entity): string | undefined {
  const { itemFamilyId } = properties;
  return entityType === "item" && typeof itemFamilyId === "string" && itemFamilyId !== id ? itemFamilyId : undefined;
}

/** The field of words that are shown wherever the entity is. */
const identifyingField = "";
/** Precedes the field of a word of the family. */
const familyMark = "^";
// A long text is found by its first words.
const termsMax = 1_000;
const charactersMax = 20_000;

/**
 * The terms by which an entity is found, as PostgreSQL reads them into a tsvector. Each consists of the mark of its org and
 * kind, a folded word and, unless the word is shown wherever the entity is, a slash and its field. A search by the beginning
 * of a word finds all of them; the field decides whether it counts for the caller. The mark keeps the orgs apart within the
 * index.
 */
export function entityTerms(orgId: string, { family, ...searched }: SearchedEntity): string {
  const mark = markOf(orgId, searched.entity.entityType);
  const terms = new Set<string>();
  addTerms(terms, searched, mark, "");
  if (family !== undefined) {
    addTerms(terms, family, mark, familyMark);
  }
  return [...terms].join(" ");
}

/** Whether both have the same terms, without computing them. */
export function hasSameTexts(one: SearchedEntity, other: SearchedEntity): boolean {
  return (
    one.type === other.type &&
    one.entity.name === other.entity.name &&
    one.entity.federatedId === other.entity.federatedId &&
    searchedProperties(one.type).every(({ slug }) =>
      isSameJson(one.entity.properties[slug], other.entity.properties[slug]),
    )
  );
}

/** The query for entities that have a word with each of these beginnings. */
export function termQuery(orgId: string, entityType: string, words: readonly string[]): string {
  return words.map((word) => `'${termStart(orgId, entityType, word)}':*`).join(" & ");
}

/** The field of a term: that of a name or federatedId is empty. */
export function fieldOfTerm({ place, name }: ListField, of: "entity" | "family"): string {
  return (of === "family" ? familyMark : "") + (place === "column" ? identifyingField : name);
}

export function termStart(orgId: string, entityType: string, word: string): string {
  return `${markOf(orgId, entityType)}${word}`;
}

function addTerms(terms: Set<string>, { entity, type }: SearchedEntity, mark: string, fieldMark: string): void {
  const add = (field: string, text: string) => {
    const suffix = fieldMark + field;
    for (const part of wordsOf(text.slice(0, charactersMax)).flatMap(partsOf)) {
      if (terms.size < termsMax) {
        terms.add(suffix === "" ? mark + part : `${mark}${part}/${suffix}`);
      }
    }
  };
  add(identifyingField, entity.name ?? "");
  add(identifyingField, ownPartOf(entity.federatedId ?? "", type.typePath));
  for (const property of searchedProperties(type)) {
    for (const text of textsOf(entity.properties[property.slug], property)) {
      add(property.slug, text);
    }
  }
}

/** A custom entity's federatedId begins with its type, which all of its kind have in common. */
function ownPartOf(federatedId: string, typePath: string): string {
  return federatedId.startsWith(`${typePath}:`) ? federatedId.slice(typePath.length + 1) : federatedId;
}

const searchedTypes: ReadonlySet<PropertyType> = new Set([
  "string",
  "text",
  "choice",
  "multi_select",
  "url",
  "sequence",
  "formula",
]);
const alwaysSearched: ReadonlySet<string> = new Set(["optionName", "identifier"]);
const propertiesOfTypes = new WeakMap<ResolvedType, readonly SearchedProperty[]>();

interface SearchedProperty {
  readonly slug: string;
  /** Of the options, by value. */
  readonly labels: ReadonlyMap<string, string>;
}

/** The properties of a type in which q searches, in addition to name and federatedId. */
function searchedProperties(type: ResolvedType): readonly SearchedProperty[] {
  let searched = propertiesOfTypes.get(type);
  if (searched === undefined) {
    searched = [...type.properties.values()].filter(isSearched).map(({ slug, options }) => ({
      slug,
      labels: new Map(options.map(({ value, display }) => [value, display])),
    }));
    propertiesOfTypes.set(type, searched);
  }
  return searched;
}

export function isSearched({ slug, isBuiltIn, searchable, propertyType }: ResolvedProperty): boolean {
  return (searchable && searchedTypes.has(propertyType)) || (isBuiltIn && alwaysSearched.has(slug));
}

/** The texts of a value, and the labels of its options. */
function textsOf(value: JsonValue | undefined, { labels }: SearchedProperty): readonly string[] {
  const texts = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string");
  return texts.flatMap((text) => [text, labels.get(text) ?? ""]);
}

const marks = new Map<string, string>();
const marksMax = 10_000;
const markCharacters = 4;

/** Other rows than those of the org and kind may have the same mark, but are never listed with them. */
function markOf(orgId: string, entityType: string): string {
  const key = `${orgId}/${entityType}`;
  let mark = marks.get(key);
  if (mark === undefined) {
    mark = createHash("sha256").update(key).digest("base64url").slice(0, markCharacters);
    if (marks.size >= marksMax) {
      marks.clear();
    }
    marks.set(key, mark);
  }
  return mark;
}
