import { type EntityName, kindTable } from "@weft/client";

/** A kind of product data: its name in calls, its place in addresses, and what people call it. */
export interface EntityKind {
  readonly name: EntityName;
  /** The step of an address: items. */
  readonly path: string;
  /** Item. */
  readonly one: string;
  /** Items. */
  readonly many: string;
}

/** Every kind that has properties of an organization's own. */
export const entityKinds: readonly EntityKind[] = [
  kindNamed("item", "Item", "Items"),
  kindNamed("project", "Project", "Projects"),
  kindNamed("workspace", "Workspace", "Workspaces"),
  kindNamed("project-item", "Project item", "Project items"),
  kindNamed("assortment", "Assortment", "Assortments"),
  kindNamed("assortment-item", "Assortment item", "Assortment items"),
  kindNamed("color", "Color", "Colors"),
  kindNamed("custom-entity", "Custom entity", "Custom entities"),
  kindNamed("size-range-template", "Size range template", "Size range templates"),
];

/** The kind of an address; the singular means the same. */
export function kindOfPath(path: string): EntityKind | undefined {
  return entityKinds.find((kind) => kind.path === path || kind.name === path);
}

/** The kind of an entity type or type path: item:product is an item. */
export function kindOfType(typePath: string): EntityKind | undefined {
  const [root] = typePath.split(":");
  return entityKinds.find((kind) => kind.name === root);
}

/** item, custom entity: as it stands inside a sentence. */
export function wordOf(kind: EntityKind, count = 1): string {
  return (count === 1 ? kind.one : kind.many).toLowerCase();
}

function kindNamed(name: EntityName, one: string, many: string): EntityKind {
  return { name, path: kindTable[name].plural, one, many };
}
