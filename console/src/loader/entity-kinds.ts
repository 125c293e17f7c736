/** What a load can write, as the pages of entities call it. */
interface EntityKind {
  readonly kind: string;
  readonly label: string;
}

const kinds: Readonly<Record<string, EntityKind>> = {
  item: { kind: "items", label: "Items" },
  "project-item": { kind: "project-items", label: "Project items" },
  "assortment-item": { kind: "assortment-items", label: "Assortment items" },
  color: { kind: "colors", label: "Colors" },
  "custom-entity": { kind: "custom-entities", label: "Custom entities" },
  "size-range-template": { kind: "size-range-templates", label: "Size range templates" },
};

export function kindOfEntityType(entityType: string): EntityKind | undefined {
  return kinds[entityType];
}
