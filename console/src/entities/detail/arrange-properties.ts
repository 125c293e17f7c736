import type { Presentation } from "@weft/client";
import type { AnyEntity } from "../any-entity.ts";
import { type EntityProperty, placeOf } from "../entity-property.ts";
import { idsIn } from "../use-referred.ts";

/** Properties under a heading. */
export interface Section {
  readonly title: string;
  readonly properties: readonly EntityProperty[];
}

/** The strip of colorways says the same. */
const shownInStrip: ReadonlySet<string> = new Set(["item/roles", "item/itemFamilyId"]);
const ofOptions: ReadonlySet<string> = new Set(["item/optionGroup", "item/optionName"]);
const common: ReadonlySet<string> = new Set(["name", "federatedId"]);

/** What the page lists: not what is disabled, stored on options only, or shown in another place. */
export function visibleProperties(entity: AnyEntity, properties: readonly EntityProperty[]): EntityProperty[] {
  const place = placeOf(entity);
  return properties.filter(({ slug, level, isDisabled, isBuiltIn }) => {
    const key = isBuiltIn ? `${entity.entityType}/${slug}` : "";
    if (isDisabled || shownInStrip.has(key)) return false;
    return !(place === "family" && (level === "option" || (ofOptions.has(key) && isEmpty(entity[slug]))));
  });
}

/**
 * The sections of the type in their order, the common fields at the top of the first, and the rest under "Other". The
 * main picture is shown large above them, unless a section names it.
 */
export function arrangeSections(
  properties: readonly EntityProperty[],
  { sections = [] }: Presentation,
  pictureSlug: string | undefined,
): Section[] {
  const bySlug = new Map(properties.map((property) => [property.slug, property]));
  const placed = new Set(sections.flatMap((section) => section.properties));
  const isFirst = ({ slug }: EntityProperty) => common.has(slug) && !placed.has(slug);
  const rest = properties.filter(({ slug }) => !placed.has(slug) && slug !== pictureSlug);
  const arranged = sections
    .map(({ title, properties: slugs }) => ({ title, properties: slugs.flatMap((slug) => bySlug.get(slug) ?? []) }))
    .filter((section) => section.properties.length > 0);
  const [first, ...others] = arranged;
  if (first === undefined) return rest.length === 0 ? [] : [{ title: "Details", properties: rest }];
  const other = { title: "Other", properties: rest.filter((property) => !isFirst(property)) };
  return [
    { title: first.title, properties: [...rest.filter(isFirst), ...first.properties] },
    ...others,
    ...(other.properties.length === 0 ? [] : [other]),
  ];
}

const statePattern = /^(status|state|stage|lifecycle(status|state)?|workflow(status|state))$/i;

/** The choice that says how far an entity is, by its name. */
export function statePropertyOf(properties: readonly EntityProperty[]): EntityProperty | undefined {
  return properties.find(({ propertyType, slug }) => propertyType === "choice" && statePattern.test(slug));
}

/** The files of the further pictures: the others of a list, and those of other properties with pictures. */
export function furtherPictures(
  entity: AnyEntity,
  properties: readonly EntityProperty[],
  mainSlug: string | undefined,
): string[] {
  const withPictures = properties.filter(
    ({ propertyType }) => propertyType === "image" || propertyType === "image_list",
  );
  const main = withPictures.find(({ slug }) => slug === mainSlug);
  const others = withPictures.filter(({ slug }) => slug !== mainSlug);
  const files = [...(main === undefined ? [] : [main]), ...others].flatMap(({ slug }) => idsIn(entity[slug]));
  return [...new Set(files)].filter((fileId) => main === undefined || fileId !== idsIn(entity[main.slug])[0]);
}

/** The value of an option beside that of its style. */
export type ValueOrigin = "own" | "style" | "inherited" | "overridden";

/** Options hold copies of what they inherit: a value that equals the one of the style is inherited. */
export function originOf(
  { slug, level }: Pick<EntityProperty, "slug" | "level">,
  entity: AnyEntity,
  family: AnyEntity | undefined,
): ValueOrigin {
  if (placeOf(entity) !== "option") return "own";
  if (level === "family") return "style";
  if (level !== "override" || family === undefined) return "own";
  return JSON.stringify(entity[slug] ?? null) === JSON.stringify(family[slug] ?? null) ? "inherited" : "overridden";
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}
