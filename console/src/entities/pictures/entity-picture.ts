import type { EntityType } from "@weft/client";
import type { AnyEntity } from "../any-entity.ts";
import { idsIn } from "../use-referred.ts";

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
export function pictureOf(entity: AnyEntity, properties: PictureProperties): string | undefined {
  const slug = nearest(entity.typePath, properties);
  return slug === undefined ? undefined : idsIn(entity[slug])[0];
}

/** A type that was never defined has the property of its nearest parent. */
function nearest(typePath: string, properties: PictureProperties): string | undefined {
  const steps = typePath.split(":");
  while (steps.length > 0) {
    const slug = properties.get(steps.join(":"));
    if (slug !== undefined) return slug;
    steps.pop();
  }
  return undefined;
}
