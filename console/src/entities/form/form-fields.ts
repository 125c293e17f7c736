import type { Presentation } from "@weft/client";
import type { AnyEntity } from "../any-entity.ts";
import type { EntityKind } from "../entity-kind.ts";
import { type EntityProperty, isReference, type Place, seenProperty, whyReadOnly } from "../entity-property.ts";

/** Fields grouped under a heading. */
export interface FieldGroup {
  readonly title: string;
  readonly fields: readonly EntityProperty[];
  /** Below everything else. */
  readonly isLast?: true;
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

const common: ReadonlySet<string> = new Set(["name", "federatedId"]);
const ofFamilies: ReadonlySet<string> = new Set(["itemFamilyId", "optionGroup", "optionName"]);

interface GroupInput {
  readonly kind: EntityKind;
  readonly place: Place;
  /** The title of the first group: the label of the type. */
  readonly title: string;
  readonly presentation: Presentation;
}

/** The fields of a new entity, in order: its name and key facts, the sections of the type, and the rest. */
export function groupFields(fields: readonly EntityProperty[], input: GroupInput): FieldGroup[] {
  const { kind, place, title, presentation } = input;
  const { keyFacts = [], sections = [], pictureProperty } = presentation;
  const open = fields.filter((field) => !field.isDisabled && whyReadOnly(field, kind.name, place) === undefined);
  const isOfFamily = ({ isBuiltIn, slug }: EntityProperty) => kind.name === "item" && isBuiltIn && ofFamilies.has(slug);
  const free = open.filter((field) => !isOfFamily(field));
  const first = [...common, ...keyFacts, ...(pictureProperty === undefined ? [] : [pictureProperty])];
  const placed = new Set([...first, ...sections.flatMap(({ properties }) => properties)]);
  const pick = (slugs: readonly string[]) => slugs.flatMap((slug) => free.find((field) => field.slug === slug) ?? []);
  const rest = free.filter(({ slug, declaredBy }) => !placed.has(slug) && declaredBy !== undefined);
  // A type without a presentation has its plain fields at the top.
  const isPlain = keyFacts.length === 0 && sections.length === 0;
  const own = isPlain ? rest.filter((field) => !isReference(field)) : [];
  const groups: FieldGroup[] = [
    { title, fields: [...pick(first), ...own] },
    ...sections.map((section) => ({
      title: section.title,
      fields: pick(section.properties.filter((slug) => !first.includes(slug))),
    })),
    { title: isPlain ? "References" : "Other", fields: rest.filter((field) => !own.includes(field)) },
    { title: "Undefined properties", fields: free.filter(({ declaredBy }) => declaredBy === undefined) },
    {
      title: "Option of a style",
      isLast: true,
      fields: open.filter((field) => isOfFamily(field) && (place === "option" || field.slug === "itemFamilyId")),
    },
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
