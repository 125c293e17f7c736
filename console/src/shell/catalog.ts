import type { EntityType, Whoami } from "@weft/client";
import { mayDoSome } from "../session/session.ts";
import type { IconName } from "../ui/icon.tsx";

/** A list of the catalog: a kind, or a type of it. */
export interface CatalogEntry {
  /** Identifies it in the stored order. */
  readonly key: string;
  readonly title: string;
  readonly icon: IconName;
  readonly kindPath: string;
  /** Only entities of this type and its subtypes. */
  readonly typePath: string | undefined;
}

type TypeNode = Pick<EntityType, "typePath" | "label" | "effectivePresentation">;

/** The lists of the catalog that a user may read, from the type tree. */
export function catalogOf(types: readonly TypeNode[], who: Whoami): CatalogEntry[] {
  const items = usefulTypes(types, "item").map((type) => entryOf(type, "items", "hanger"));
  const own = childrenOf(types, "custom-entity").map((type) => entryOf(type, "custom-entities", "box"));
  const all: readonly CatalogEntry[] = [
    { ...wholeKind, key: "item", title: items.length === 0 ? "Items" : "All items", icon: "tag", kindPath: "items" },
    ...items,
    { ...wholeKind, key: "color", title: "Colors", icon: "palette", kindPath: "colors" },
    ...own,
    ...(own.length === 0
      ? [
          {
            ...wholeKind,
            key: "custom-entity",
            title: "Custom entities",
            icon: "box",
            kindPath: "custom-entities",
          } as const,
        ]
      : []),
  ];
  return all.filter(({ key }) => mayDoSome(who, "read", key));
}

const wholeKind = { typePath: undefined };

function entryOf(type: TypeNode, kindPath: string, icon: IconName): CatalogEntry {
  const { typePath, label, effectivePresentation: look } = type;
  return { key: typePath, title: look.pluralLabel ?? label, icon: look.icon ?? icon, kindPath, typePath };
}

/** The first level with more than one type: below item with the only subtype product, the types of products. */
function usefulTypes(types: readonly TypeNode[], rootPath: string): readonly TypeNode[] {
  const children = childrenOf(types, rootPath);
  const [only] = children;
  if (only === undefined || children.length > 1) return children;
  const below = usefulTypes(types, only.typePath);
  return below.length === 0 ? children : below;
}

function childrenOf(types: readonly TypeNode[], parentPath: string): TypeNode[] {
  const depth = parentPath.split(":").length + 1;
  return types.filter(({ typePath }) => typePath.startsWith(`${parentPath}:`) && typePath.split(":").length === depth);
}

/** In the order that the user chose; entries that are new since come last. */
export function arrangeCatalog(entries: readonly CatalogEntry[], order: readonly string[]): CatalogEntry[] {
  const placeOf = ({ key }: CatalogEntry) => (order.includes(key) ? order.indexOf(key) : order.length);
  return entries.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** The order after an entry was moved: to the top, or by one. */
export function moveEntry(keys: readonly string[], key: string, move: "top" | "up" | "down"): readonly string[] {
  const from = keys.indexOf(key);
  const to = move === "top" ? 0 : Math.min(keys.length - 1, Math.max(0, from + (move === "up" ? -1 : 1)));
  return from < 0 ? keys : keys.toSpliced(from, 1).toSpliced(to, 0, key);
}
