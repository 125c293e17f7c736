import type { EntityType } from "@weft/client";
import { expect, test } from "vitest";
import { pictureOf, picturePropertiesOf } from "./entity-picture.ts";

function typeOf(typePath: string, change: Partial<EntityType> = {}): EntityType {
  return {
    ...{ id: typePath, entityType: "entity-type", typePath, label: typePath, mode: "open", isDescribed: true },
    ...{ properties: [], inheritedProperties: [], presentation: {}, effectivePresentation: {} },
    ...{ createdOn: "", updatedOn: "", createdById: null, updatedById: null, version: 1 },
    ...change,
  };
}

const image = (slug: string, propertyType = "image") => ({ slug, label: slug, propertyType });
const properties = picturePropertiesOf([
  typeOf("item", { properties: [image("note", "string"), image("front"), image("shots", "image_list")] }),
  typeOf("item:shoe", { effectivePresentation: { pictureProperty: "shots" } }),
  typeOf("color"),
]);

const entity = (typePath: string, values: object) => ({
  ...{ id: "A", entityType: "item", typePath, version: 1, createdOn: "", updatedOn: "" },
  ...values,
});

test.each([
  ["the first property with pictures", entity("item", { front: "f1", shots: ["s1"] }), "f1"],
  ["the property of the presentation", entity("item:shoe", { front: "f1", shots: ["s1", "s2"] }), "s1"],
  ["that of the nearest parent", entity("item:shoe:sandal", { shots: ["s2"] }), "s2"],
  ["none where it is empty", entity("item:shoe", { front: "f1", shots: [] }), undefined],
  ["none where the type has no picture", entity("color", { front: "f1" }), undefined],
])("the picture of an entity is of %s", (_, row, fileId) => {
  expect(pictureOf(row, properties)).toBe(fileId);
});
