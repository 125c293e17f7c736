import type { EntityType } from "@weft/client";
import { useEntityTypes } from "../entity-queries.ts";
import { idsIn } from "../use-referred.ts";

/** An entity, or as much of one as was read. */
export interface Pictured {
  readonly typePath: string;
  readonly [property: string]: unknown;
}

/** By type path, the property with the picture of its entities. */
export type PictureProperties = ReadonlyMap<string, string>;

/** The property that the presentation of a type names, or else its first one with pictures. */
export function picturePropertiesOf(types: readonly EntityType[]): PictureProperties {
  return new Map(
    types.flatMap(({ typePath, effectivePresentation, properties, inheritedProperties }) => {
      const first = [...inheritedProperties, ...properties].find(({ propertyType }) => isPictureType(propertyType));
      const slug = effectivePresentation.pictureProperty ?? first?.slug;
      return slug === undefined ? [] : [[typePath, slug] as const];
    }),
  );
}

function isPictureType(propertyType: string): boolean {
  return propertyType === "image" || propertyType === "image_list";
}

/** The file of an entity's picture; the first one of several. */
export function pictureOf(entity: Pictured, properties: PictureProperties): string | undefined {
  const slug = picturePropertyOf(entity.typePath, properties);
  return slug === undefined ? undefined : idsIn(entity[slug])[0];
}

/** A type that was never defined has the property of its nearest parent. */
export function picturePropertyOf(typePath: string, properties: PictureProperties): string | undefined {
  const steps = typePath.split(":");
  while (steps.length > 0) {
    const slug = properties.get(steps.join(":"));
    if (slug !== undefined) return slug;
    steps.pop();
  }
  return undefined;
}

const knownProperties = new WeakMap<readonly EntityType[], PictureProperties>();

/** The property with the picture of each type; computed once for all that show pictures. */
export function usePictureProperties(): PictureProperties {
  const { data: types = noTypes } = useEntityTypes();
  const known = knownProperties.get(types) ?? picturePropertiesOf(types);
  knownProperties.set(types, known);
  return known;
}

const noTypes: readonly EntityType[] = [];
