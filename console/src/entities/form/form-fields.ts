import type { AnyEntity } from "../any-entity.ts";
import type { EntityKind } from "../entity-kind.ts";
import { type EntityProperty, isReference, seenProperty } from "../entity-property.ts";
import { type Place, whyReadOnly } from "../why-read-only.ts";

/** Fields that stand together under a heading. */
interface FieldGroup {
  readonly title: string;
  /** Said once for all of them. */
  readonly note?: string;
  readonly fields: readonly EntityProperty[];
}

const named: ReadonlySet<string> = new Set([
  "item",
  "project",
  "assortment",
  "color",
  "custom-entity",
  "size-range-template",
]);

/** The fields that everything has: what it is called, and the key that its owner has for it. */
export function commonFields(kind: EntityKind): EntityProperty[] {
  const field = (slug: string, label: string, isRequired: boolean) => ({
    ...seenProperty(slug, ""),
    label,
    isRequired,
    isBuiltIn: true,
    declaredBy: kind.name,
  });
  return [field("name", "Name", named.has(kind.name)), field("federatedId", "Federated id", false)];
}

/** What a form shows, in its order. What the service makes itself comes last, and only where there is something. */
export function groupFields(fields: readonly EntityProperty[], kind: EntityKind, place: Place): FieldGroup[] {
  const shown = fields.filter(({ isDisabled, level }) => !isDisabled && !(place === "family" && level === "option"));
  const isFixed = (field: EntityProperty) => whyReadOnly(field, kind.name, place) !== undefined;
  const open = shown.filter((field) => !isFixed(field));
  const isFromFamily = ({ level }: EntityProperty) => place === "option" && level === "family";
  const isSeen = ({ declaredBy }: EntityProperty) => declaredBy === undefined;
  const groups = [
    { title: kind.one, fields: open.filter((field) => !isSeen(field) && !isReference(field)) },
    { title: "References", fields: open.filter((field) => !isSeen(field) && isReference(field)) },
    { title: "Seen, not described", fields: open.filter(isSeen) },
    {
      title: "From the family",
      note: "Held by the family; change it there.",
      fields: shown.filter((field) => isFixed(field) && isFromFamily(field)),
    },
    { title: "Made by the service", fields: shown.filter((field) => isFixed(field) && !isFromFamily(field)) },
  ];
  return groups.filter((group) => group.fields.length > 0);
}

/** A family names itself as its family, which in a form would only confuse: there it has none. */
export function asInForm(entity: AnyEntity): AnyEntity {
  return entity["itemFamilyId"] === entity.id ? { ...entity, itemFamilyId: undefined } : entity;
}

/** What a copy begins with: all but what only one entity may have, and what the service makes. */
export function copyOf(entity: AnyEntity, fields: readonly EntityProperty[]): Record<string, unknown> {
  const kept = fields.filter(
    ({ slug, isUnique, propertyType }) =>
      slug !== "federatedId" && !isUnique && propertyType !== "formula" && propertyType !== "sequence",
  );
  const shown = asInForm(entity);
  const values = Object.fromEntries(kept.map(({ slug }) => [slug, shown[slug]]));
  return { ...values, name: entity.name === undefined ? undefined : `Copy of ${entity.name}` };
}
