/** The kinds of product data, by their singular names, with the plural of their paths. */
export const entityKinds = [
  { name: "item", plural: "items", label: "item" },
  { name: "project", plural: "projects", label: "project" },
  { name: "workspace", plural: "workspaces", label: "workspace" },
  { name: "project-item", plural: "project-items", label: "project item" },
  { name: "assortment", plural: "assortments", label: "assortment" },
  { name: "assortment-item", plural: "assortment-items", label: "assortment item" },
  { name: "color", plural: "colors", label: "color" },
  { name: "custom-entity", plural: "custom-entities", label: "custom entity" },
  { name: "size-range-template", plural: "size-range-templates", label: "size range template" },
] as const;

export type EntityKindName = (typeof entityKinds)[number]["name"];

/** The fields that every entity has in addition to the properties of its type. */
export const systemFields = [
  "id",
  "entityType",
  "typePath",
  "name",
  "federatedId",
  "createdOn",
  "updatedOn",
  "createdById",
  "updatedById",
  "version",
] as const;

export type SystemField = (typeof systemFields)[number];

const systemNames: ReadonlySet<string> = new Set(systemFields);

export function isSystemField(name: string): name is SystemField {
  return systemNames.has(name);
}
