import type { EntityType } from "@weft/client";
import { useMemo } from "react";
import type { EntityKind } from "../entity-kind.ts";
import { chooseColumns, moveColumn, pinnedFirst } from "./choose-columns.ts";
import type { EntityRows } from "./entity-rows.ts";
import { completenessField, type GridColumn, isAtOrBelow, nameColumn, widthOf } from "./grid-column.ts";
import { isFilteredBy, useGridSearch } from "./use-grid-search.ts";
import type { ViewState } from "./view-state.ts";

interface ColumnContext {
  readonly kind: EntityKind;
  readonly types: readonly EntityType[];
  /** The columns, widths and pins of the view. */
  readonly view: ViewState;
  readonly remember: (next: Partial<ViewState>) => void;
}

/** The visible columns, and how to arrange them. */
export interface ColumnSet {
  /** The name first, then the pinned ones. */
  readonly columns: readonly GridColumn[];
  readonly pinnedCount: number;
  /** By field; only those that were changed. */
  readonly widths: Readonly<Record<string, number>>;
  /** undefined resets to the default columns. */
  readonly choose: (fields: readonly string[] | undefined) => void;
  readonly resize: (field: string, width: number) => void;
  /** The new position in columns; undefined where it cannot move in this direction. */
  readonly step: (field: string, step: -1 | 1) => number | undefined;
  /** Moves a column in front of another one; undefined for the end. */
  readonly place: (field: string, before: string | undefined) => void;
  readonly pin: (field: string, isPinned: boolean) => void;
  readonly hide: (field: string) => void;
}

const noFacts: readonly string[] = [];
const [widthMin, widthMax] = [60, 900];

/**
 * The visible columns, the name first. A selection is stored in the address, to share it, and remembered for the type
 * together with widths and pins.
 */
export function useColumnSet(
  all: readonly GridColumn[],
  rows: EntityRows | undefined,
  { kind, types, view, remember }: ColumnContext,
): ColumnSet {
  const { search, change } = useGridSearch();
  const typePath = search.type ?? kind.name;
  const keyFacts = types.find((type) => type.typePath === typePath)?.effectivePresentation.keyFacts ?? noFacts;
  const hasSubtypes = types.filter((type) => isAtOrBelow(type.typePath, typePath)).length > 1;
  const filtered = isFilteredBy(search.filters, completenessField) ? completenessField : undefined;
  const { columns: remembered, pinned, widths } = view;
  // Compared as texts: a new width must not create new columns.
  const [rememberedText, pinnedText] = [JSON.stringify(remembered), JSON.stringify(pinned)];
  // biome-ignore lint/correctness/useExhaustiveDependencies: What is remembered is compared as text.
  const chosen = useMemo(() => {
    const hasKeys = rows === undefined || rows.seen.has("federatedId");
    const visible = chooseColumns(all, { asked: search.columns, remembered, keyFacts, hasSubtypes, hasKeys, filtered });
    const { columns, pinnedCount } = pinnedFirst(visible, pinned);
    return { columns: [nameColumn, ...columns], pinnedCount };
  }, [all, rows, search.columns, rememberedText, pinnedText, keyFacts, hasSubtypes, filtered]);
  return useMemo(
    () => arrange({ ...chosen, widths, pinned }, remember, change),
    [chosen, widths, pinned, remember, change],
  );
}

interface Arranged extends Pick<ColumnSet, "columns" | "pinnedCount" | "widths"> {
  readonly pinned: readonly string[];
}

function arrange(
  { columns, pinnedCount, widths, pinned }: Arranged,
  remember: (next: Partial<ViewState>) => void,
  change: (next: { readonly columns: readonly string[] | undefined }) => void,
): ColumnSet {
  const fields = columns.slice(1).map(({ field }) => field);
  const choose = (next: readonly string[] | undefined) => {
    remember({ columns: next });
    change({ columns: next });
  };
  return {
    columns,
    pinnedCount,
    widths,
    choose,
    resize: (field, width) =>
      remember({ widths: { ...widths, [field]: Math.round(Math.max(widthMin, Math.min(widthMax, width))) } }),
    step: (field, step) => {
      const from = fields.indexOf(field);
      const to = from + step;
      const isPossible = from >= 0 && to >= 0 && to < fields.length && from < pinnedCount === to < pinnedCount;
      if (!isPossible) return undefined;
      choose(moveColumn(fields, field, step));
      return to + 1;
    },
    place: (field, before) => {
      const others = fields.filter((one) => one !== field);
      const at = before === undefined ? others.length : others.indexOf(before);
      if (at >= 0) choose([...others.slice(0, at), field, ...others.slice(at)]);
    },
    pin: (field, isPinned) =>
      remember({ pinned: [...pinned.filter((one) => one !== field), ...(isPinned ? [field] : [])] }),
    hide: (field) => choose(fields.filter((one) => one !== field)),
  };
}

/** The width of a column: as set, else by its data type. */
export function columnWidth(column: GridColumn, widths: Readonly<Record<string, number>>): number {
  return widths[column.field] ?? widthOf(column);
}
