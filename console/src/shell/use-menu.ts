import { useLocalStorage } from "@mantine/hooks";
import { createContext, useContext, useMemo } from "react";
import { useEntityTypes } from "../entities/entity-queries.ts";
import { useSession } from "../session/session.ts";
import { identityOf } from "../session/session-query.ts";
import { arrangeCatalog, type CatalogEntry, catalogOf } from "./catalog.ts";
import { type MenuGroup, menuFor } from "./menu.ts";

interface CatalogState {
  /** In the user's order. */
  readonly entries: readonly CatalogEntry[];
  /** Stores another order; an empty one is that of the type tree. */
  readonly arrange: (keys: readonly string[]) => void;
}

/** The catalog of the signed-in user. Its order is kept in this browser. */
export function useCatalog(): CatalogState {
  const { who } = useSession();
  const { data: types = [] } = useEntityTypes();
  const [order, setOrder] = useLocalStorage<readonly string[]>({
    key: `weft.catalog.${identityOf(who)}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const entries = useMemo(() => arrangeCatalog(catalogOf(types, who), order), [types, who, order]);
  return { entries, arrange: setOrder };
}

export function useMenu(): readonly MenuGroup[] {
  const { who } = useSession();
  const { entries } = useCatalog();
  return useMemo(() => menuFor(who, entries), [who, entries]);
}

/** Opens the dialog of shortcuts, from anywhere below the shell. */
export const ShortcutsContext = createContext<() => void>(() => undefined);

export function useOpenShortcuts(): () => void {
  return useContext(ShortcutsContext);
}
