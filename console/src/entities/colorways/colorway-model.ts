import { kindOfType } from "../entity-kind.ts";
import type { EntityProperty } from "../entity-property.ts";

/** Where the options of a type store what makes them a colorway. */
export interface ColorwayModel {
  /** The reference to the color; undefined if options have only its name. */
  readonly colorSlug: string | undefined;
  /** The sizes of an option; undefined if options of the type have none. */
  readonly sizesSlug: string | undefined;
  /** The reference to the size range template. */
  readonly template: EntityProperty | undefined;
  /** Required on every option, and not entered here. */
  readonly missing: readonly string[];
}

/** Sizes are a property of an option and not options themselves: an option has one dimension, its optionGroup. */
export function colorwayModelOf(properties: readonly EntityProperty[]): ColorwayModel {
  const ofOptions = properties.filter(({ isDisabled, level }) => !isDisabled && level !== "family");
  const color = preferOption(ofOptions.filter(isColorReference));
  const ranges = ofOptions.filter(({ propertyType }) => propertyType === "size_range");
  const sizes = ranges.find(({ templateProperty }) => templateProperty !== undefined) ?? ranges[0];
  const template = properties.find(({ slug, isDisabled }) => !isDisabled && slug === sizes?.templateProperty);
  const entered = new Set([color?.slug, sizes?.slug, template?.slug]);
  return {
    colorSlug: color?.slug,
    sizesSlug: sizes?.slug,
    template,
    missing: ofOptions
      .filter((property) => isNeeded(property) && !entered.has(property.slug))
      .map(({ label }) => label),
  };
}

function isColorReference({ propertyType, referenceType }: EntityProperty): boolean {
  return propertyType === "object_reference" && kindOfType(referenceType ?? "")?.name === "color";
}

/** The main color of a style may be another property than the color of an option. */
function preferOption(properties: readonly EntityProperty[]): EntityProperty | undefined {
  return properties.find(({ level }) => level === "option") ?? properties[0];
}

function isNeeded({ isRequired, isBuiltIn, level, propertyType, default: given }: EntityProperty): boolean {
  const isOwn = level === "option" || level === "all";
  const isGiven = propertyType === "formula" || propertyType === "sequence" || (given !== undefined && given !== null);
  return isRequired && !isBuiltIn && isOwn && !isGiven;
}
