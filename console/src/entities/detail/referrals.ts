import type { EntityType } from "@weft/client";
import { formatNumber } from "../../ui/format.ts";
import type { AnyEntity } from "../any-entity.ts";
import { type EntityKind, kindOfType, wordOf } from "../entity-kind.ts";
import { type EntityProperty, isReference, propertiesOf } from "../entity-property.ts";
import { type Referred, toReferred } from "../use-referred.ts";

/** A way in which entities of a kind may refer to this one. */
export interface Referral {
  readonly kind: EntityKind;
  readonly slug: string;
  readonly label: string;
  /** Whether the property holds several ids. */
  readonly isList: boolean;
  /** Whether the referring entity is deleted too; else it only loses the reference. */
  readonly goesWith: boolean;
  /** The heading of the referring entities: Options of this style. */
  readonly title: string;
}

/** The ownership rules of the service. */
const belongings: ReadonlySet<string> = new Set([
  "item/itemFamilyId",
  "project-item/projectId",
  "project-item/itemId",
  "workspace/projectId",
  "workspace/parentWorkspaceId",
  "assortment/workspaceId",
  "assortment/projectId",
  "assortment-item/assortmentId",
  "assortment-item/itemId",
]);

const titles: Readonly<Record<string, string>> = {
  "item/itemFamilyId": "Options of this style",
  "project-item/projectId": "Items of this project",
  "project-item/itemId": "Projects with this item",
  "workspace/projectId": "Workspaces of this project",
  "workspace/parentWorkspaceId": "Child workspaces",
  "assortment/workspaceId": "Assortments in this workspace",
  "assortment/projectId": "Assortments of this project",
  "assortment/composedFromAssortmentIds": "Assortments composed from this one",
  "assortment-item/assortmentId": "Items in this assortment",
  "assortment-item/itemId": "Assortments with this item",
  "assortment-item/projectItemId": "Assortment items of this project item",
};

/** Every way in which the organization's types let others refer to an entity, except for the options of a style. */
export function referralsTo(types: readonly EntityType[], entity: AnyEntity): Referral[] {
  return allReferralsTo(types, entity).filter(({ kind, slug }) => keyOf(kind, slug) !== "item/itemFamilyId");
}

/** Every way in which the organization's types let others refer to an entity. An option has no options. */
export function allReferralsTo(types: readonly EntityType[], entity: AnyEntity): Referral[] {
  const isOption = entity.entityType === "item" && entity["itemFamilyId"] !== entity.id;
  const all = types.flatMap((type) => {
    const kind = kindOfType(type.typePath);
    if (kind === undefined) return [];
    return propertiesOf(type)
      .filter((property) => isReference(property) && mayName(property.referenceType, entity))
      .map((property) => referralBy(kind, property));
  });
  // Subtypes repeat what they inherit.
  const found = new Map(all.map((referral) => [keyOf(referral.kind, referral.slug), referral]));
  if (isOption) found.delete("item/itemFamilyId");
  return [...found.values()];
}

function referralBy(kind: EntityKind, property: EntityProperty): Referral {
  const { slug, label, propertyType, isBuiltIn } = property;
  const key = keyOf(kind, slug);
  return {
    kind,
    slug,
    label,
    isList: propertyType === "object_ref_list",
    goesWith: belongings.has(key),
    title: (isBuiltIn ? titles[key] : undefined) ?? `${kind.many} with this as ${label}`,
  };
}

function keyOf(kind: EntityKind, slug: string): string {
  return `${kind.name}/${slug}`;
}

/** The criteria of a list of the referring entities. A style refers to itself, which is excluded. */
export function criteriaOf({ slug, isList, kind }: Referral, id: string): Readonly<Record<string, unknown>> {
  const refers = { [slug]: isList ? { contains: id } : id };
  return kind.name === "item" && slug === "itemFamilyId" ? { ...refers, id: { ne: id } } : refers;
}

/** 3 items, 1 project item. */
export function countKinds(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([type, count]) => {
      const kind = kindOfType(type);
      return `${formatNumber(count)} ${kind === undefined ? type : wordOf(kind, count)}`;
    })
    .join(", ");
}

function mayName(referenceType: string | undefined, { entityType, typePath }: AnyEntity): boolean {
  if (referenceType === undefined) return false;
  return referenceType === entityType || typePath === referenceType || typePath.startsWith(`${referenceType}:`);
}

/** A join entity has no name of its own: both ends are requested. */
const ends: Readonly<Record<string, readonly string[]>> = {
  "project-item": ["project", "item"],
  "assortment-item": ["assortment", "item"],
};

export function relationsOf(kind: EntityKind): readonly string[] | undefined {
  return ends[kind.name];
}

/** The target of a row: a join entity links to the other end, everything else to itself. */
export function linkOfRow(row: AnyEntity, hereId: string): Referred | undefined {
  const others = (ends[row.entityType] ?? []).map((relation) => row[relation]).filter(isEntity);
  const other = others.find(({ id }) => id !== hereId) ?? row;
  const kind = kindOfType(other.entityType);
  return kind === undefined ? undefined : toReferred(other, kind);
}

function isEntity(value: unknown): value is AnyEntity {
  return typeof value === "object" && value !== null && "id" in value && "entityType" in value;
}
