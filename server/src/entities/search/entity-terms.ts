import { createHash } from "node:crypto";
import type { ResolvedType } from "../../entity-types/type-tree.ts";
import { isSearched, isSearchedText, type ListField } from "../../lists/list-field.ts";
import { foldText, partsOf, shortenWord, wordsIn } from "../../platform/fold-text.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import { isSameJson } from "../../platform/same-json.ts";
import type { Entity } from "../model/entity.ts";
import type { OrgType } from "./terms-store.ts";
import { endingsOf, textPartsOf } from "./text-parts.ts";

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
/** Precedes the ending of a word, by which parts of texts are found. No word contains it. */
const endingMark = ".";
const endingsMax = 200;
/** Precedes a field whose words or endings are not all stored: parts of it are searched in the text itself. */
const cutMark = "+";

/**
 * The terms by which an entity is found, as PostgreSQL reads them into a tsvector. Each consists of the mark of its org and
 * kind, a folded word and, unless the word is shown wherever the entity is, a slash and its field. A search by the beginning
 * of a word finds all of them; the field decides whether it counts for the caller. The mark keeps the orgs apart within the
 * index.
 */
export function entityTerms(orgId: string, { family, ...searched }: SearchedEntity): string {
  const terms = new TermList(markOf(orgId, searched.entity.entityType));
  addTerms(terms, searched, "");
  if (family !== undefined) {
    addTerms(terms, family, familyMark);
  }
  return terms.text();
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

/** The queries that all entities meet which have a text that contains the folded one. Empty if the text is too short. */
export function partQueries(orgId: string, entityType: string, folded: string): readonly string[] {
  const mark = markOf(orgId, entityType);
  return textPartsOf(folded).map(({ words, endings }) =>
    [...words.map((word) => mark + word), ...endings.map((ending) => mark + endingMark + ending)]
      .map((beginning) => `'${beginning}':*`)
      .join(" | "),
  );
}

/** The query for entities that meet all of these, or whose text in the field is not wholly covered by terms. */
export function partsQuery({ orgId, entityType }: OrgType, field: string, queries: readonly string[]): string {
  return `(${queries.join(") & (")}) | '${markOf(orgId, entityType)}${cutMark}${field}'`;
}

/** The field of a term: that of a name or federatedId is empty. */
export function fieldOfTerm({ place, name }: ListField, of: "entity" | "family"): string {
  return (of === "family" ? familyMark : "") + (place === "column" ? identifyingField : name);
}

export function termStart(orgId: string, entityType: string, word: string): string {
  return `${markOf(orgId, entityType)}${word}`;
}

function addTerms(terms: TermList, { entity, type }: SearchedEntity, fieldMark: string): void {
  const isFamily = fieldMark !== "";
  const words = terms.addText(entity.name ?? "", fieldMark + identifyingField);
  if (!isFamily) {
    terms.addEndings(words, "name");
  }
  terms.addText(ownPartOf(entity.federatedId ?? "", type.typePath), fieldMark + identifyingField);
  for (const property of searchedProperties(type)) {
    const value = entity.properties[property.slug];
    for (const text of textsOf(value)) {
      const found = terms.addText(text, fieldMark + property.slug);
      if (property.isText && !isFamily) {
        terms.addEndings(found, property.slug);
      }
      terms.addText(property.labels.get(text) ?? "", fieldMark + property.slug);
    }
    if (property.isText && !isFamily && value !== undefined && typeof value !== "string") {
      // Written before the property was defined as a text. Parts are found in its JSON.
      terms.addCut(property.slug);
    }
  }
}

interface WordList {
  readonly words: readonly string[];
  /** Whether some were left out. */
  readonly isCut: boolean;
}

class TermList {
  readonly #mark: string;
  readonly #words = new Set<string>();
  readonly #endings = new Set<string>();

  constructor(mark: string) {
    this.#mark = mark;
  }

  addText(text: string, field: string): WordList {
    const words = wordsIn(foldText(text.slice(0, charactersMax)));
    const suffix = field === "" ? "" : `/${field}`;
    let isCut = text.length > charactersMax;
    for (const word of words) {
      for (const part of partsOf(shortenWord(word))) {
        isCut ||= this.#words.size >= termsMax;
        if (!isCut) {
          this.#words.add(this.#mark + part + suffix);
        }
      }
    }
    return { words, isCut };
  }

  /** Of the words of a field. */
  addEndings({ words, isCut }: WordList, field: string): void {
    for (const ending of words.flatMap(endingsOf)) {
      if (this.#endings.size < endingsMax) {
        this.#endings.add(this.#mark + endingMark + ending);
      }
    }
    if (isCut || this.#endings.size >= endingsMax) {
      this.addCut(field);
    }
  }

  addCut(field: string): void {
    this.#endings.add(this.#mark + cutMark + field);
  }

  text(): string {
    return [...this.#words, ...this.#endings].join(" ");
  }
}

/** A custom entity's federatedId begins with its type, which all of its kind have in common. */
function ownPartOf(federatedId: string, typePath: string): string {
  return federatedId.startsWith(`${typePath}:`) ? federatedId.slice(typePath.length + 1) : federatedId;
}

const propertiesOfTypes = new WeakMap<ResolvedType, readonly SearchedProperty[]>();

interface SearchedProperty {
  readonly slug: string;
  /** Whether parts of it are found. */
  readonly isText: boolean;
  /** Of the options, by value. */
  readonly labels: ReadonlyMap<string, string>;
}

/** The properties of a type in which q searches, in addition to name and federatedId. */
function searchedProperties(type: ResolvedType): readonly SearchedProperty[] {
  let searched = propertiesOfTypes.get(type);
  if (searched === undefined) {
    searched = [...type.properties.values()].filter(isSearched).map((property) => ({
      slug: property.slug,
      isText: isSearchedText(property),
      labels: new Map(property.options.map(({ value, display }) => [value, display])),
    }));
    propertiesOfTypes.set(type, searched);
  }
  return searched;
}

function textsOf(value: JsonValue | undefined): readonly string[] {
  return typeof value === "string"
    ? [value]
    : Array.isArray(value)
      ? value.filter((one) => typeof one === "string")
      : [];
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
