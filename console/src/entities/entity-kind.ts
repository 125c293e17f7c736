import { type EntityName, kindTable } from "@weft/client";

/** A kind of product data: its API name, path segment and label. */
export interface EntityKind {
  readonly name: EntityName;
  /** The path segment: items. */
  readonly path: string;
  /** Item. */
  readonly one: string;
  /** Items. */
  readonly many: string;
}

/** Every kind with organization-defined properties. */
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

/** The kind of a path segment; the singular is accepted. */
export function kindOfPath(path: string): EntityKind | undefined {
  return entityKinds.find((kind) => kind.path === path || kind.name === path);
}

/** The kind of an entity type or type path: item:product is an item. */
export function kindOfType(typePath: string): EntityKind | undefined {
  const [root] = typePath.split(":");
  return entityKinds.find((kind) => kind.name === root);
}

/** item, custom entity: as used inside a sentence. */
export function wordOf(kind: EntityKind, count = 1): string {
  return (count === 1 ? kind.one : kind.many).toLowerCase();
}

function kindNamed(name: EntityName, one: string, many: string): EntityKind {
  return { name, path: kindTable[name].plural, one, many };
}
