import type { EntityType } from "@weft/client";
import { useCallback, useMemo, useState } from "react";
import { useSession } from "../../session/session.ts";
import type { EntityKind } from "../entity-kind.ts";
import { chooseColumns } from "./choose-columns.ts";
import type { EntityRows } from "./entity-rows.ts";
import { type GridColumn, isAtOrBelow, nameColumn } from "./grid-column.ts";
import { useGridSearch } from "./use-grid-search.ts";

interface Kinds {
  readonly kind: EntityKind;
  readonly types: readonly EntityType[];
}

/**
 * The visible columns, the name first. A selection is stored in the address, to share it, and remembered for the type.
 */
export function useChosenColumns(all: readonly GridColumn[], rows: EntityRows | undefined, { kind, types }: Kinds) {
  const { search, change } = useGridSearch();
  const orgSlug = useSession().who.org.slug;
  const typePath = search.type ?? kind.name;
  const [revision, setRevision] = useState(0);
  const hasSubtypes = types.filter((type) => isAtOrBelow(type.typePath, typePath)).length > 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: What is remembered changes with each choice.
  const columns = useMemo(() => {
    const remembered = rememberedColumns(orgSlug, typePath);
    const hasKeys = rows === undefined || rows.seen.has("federatedId");
    return [nameColumn, ...chooseColumns(all, { asked: search.columns, remembered, hasSubtypes, hasKeys })];
  }, [all, rows, search.columns, orgSlug, typePath, hasSubtypes, revision]);
  const choose = useCallback(
    (fields: readonly string[] | undefined) => {
      rememberColumns(orgSlug, typePath, fields);
      setRevision((before) => before + 1);
      change({ columns: fields });
    },
    [orgSlug, typePath, change],
  );
  return { columns, choose };
}

/** The columns that this browser remembers for a type. */
function rememberedColumns(orgSlug: string, typePath: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(orgSlug, typePath)) ?? "null");
    return Array.isArray(value) ? value.filter((field) => typeof field === "string") : undefined;
  } catch {
    return undefined;
  }
}

function rememberColumns(orgSlug: string, typePath: string, fields: readonly string[] | undefined): void {
  const key = keyOf(orgSlug, typePath);
  if (fields === undefined) {
    localStorage.removeItem(key);
  } else {
    localStorage.setItem(key, JSON.stringify(fields));
  }
}

function keyOf(orgSlug: string, typePath: string): string {
  return `weft.columns.${orgSlug}.${typePath}`;
}
