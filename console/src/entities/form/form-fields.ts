import type { AnyEntity } from "../any-entity.ts";
import type { EntityKind } from "../entity-kind.ts";
import { type EntityProperty, isReference, type Place, seenProperty, whyReadOnly } from "../entity-property.ts";

/** Fields grouped under a heading. */
interface FieldGroup {
  readonly title: string;
  /** Shown once for all of them. */
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

/** The common fields: name and external ID. */
export function commonFields(kind: EntityKind): EntityProperty[] {
  const field = (slug: string, label: string, isRequired: boolean) => ({
    ...seenProperty(slug, ""),
    label,
    isRequired,
    isBuiltIn: true,
    declaredBy: kind.name,
  });
  return [field("name", "Name", named.has(kind.name)), field("federatedId", "External ID", false)];
}

/** The fields of a form, in order. Those set by the service come last, and only if there are any. */
export function groupFields(fields: readonly EntityProperty[], kind: EntityKind, place: Place): FieldGroup[] {
  const shown = fields.filter(({ isDisabled, level }) => !isDisabled && !(place === "family" && level === "option"));
  const isFixed = (field: EntityProperty) => whyReadOnly(field, kind.name, place) !== undefined;
  const open = shown.filter((field) => !isFixed(field));
  const isFromFamily = ({ level }: EntityProperty) => place === "option" && level === "family";
  const isSeen = ({ declaredBy }: EntityProperty) => declaredBy === undefined;
  const groups = [
    { title: kind.one, fields: open.filter((field) => !isSeen(field) && !isReference(field)) },
    { title: "References", fields: open.filter((field) => !isSeen(field) && isReference(field)) },
    { title: "Undefined properties", fields: open.filter(isSeen) },
    {
      title: "From the style",
      note: "Stored in the style. Change it there.",
      fields: shown.filter((field) => isFixed(field) && isFromFamily(field)),
    },
    { title: "Set by the service", fields: shown.filter((field) => isFixed(field) && !isFromFamily(field)) },
  ];
  return groups.filter((group) => group.fields.length > 0);
}

/** A style refers to itself as its style, which would be confusing in a form: there the field is empty. */
export function asInForm(entity: AnyEntity): AnyEntity {
  return entity["itemFamilyId"] === entity.id ? { ...entity, itemFamilyId: undefined } : entity;
}

/** The initial values of a copy: all but unique values and those set by the service. */
export function copyOf(entity: AnyEntity, fields: readonly EntityProperty[]): Record<string, unknown> {
  const kept = fields.filter(
    ({ slug, isUnique, propertyType }) =>
      slug !== "federatedId" && !isUnique && propertyType !== "formula" && propertyType !== "sequence",
  );
  const shown = asInForm(entity);
  const values = Object.fromEntries(kept.map(({ slug }) => [slug, shown[slug]]));
  return { ...values, name: entity.name === undefined ? undefined : `Copy of ${entity.name}` };
}
