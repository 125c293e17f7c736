import type { EntityType, OptionSet, Weft } from "@weft/client";
import { createContext, useContext, useMemo, useState, useSyncExternalStore } from "react";
import { mayDo, useSession } from "../../session/session.ts";
import type { AnyEntity } from "../any-entity.ts";
import type { EntityKind } from "../entity-kind.ts";
import { isReference, placeOf, propertiesOf, whyReadOnly } from "../entity-property.ts";
import { pictureOf, picturePropertiesOf } from "../pictures/entity-picture.ts";
import { idsIn } from "../use-referred.ts";
import type { CellLabels, Option } from "./cell-text.ts";
import { findHexes, findNames } from "./grid-calls.ts";
import { completenessField, type GridColumn } from "./grid-column.ts";
import { ReferenceNames } from "./reference-names.ts";

/** What every part of the grid needs. Replaced when names have been loaded, so that cells show them. */
export interface GridTools {
  readonly weft: Weft;
  readonly kind: EntityKind;
  readonly names: ReferenceNames;
  /** The search of the list. */
  readonly q: string | undefined;
  readonly words: CellLabels;
  readonly typeLabels: ReadonlyMap<string, string>;
  /** The label of a field of this kind. */
  readonly labelOf: (field: string) => string;
  readonly optionsOf: (column: GridColumn) => readonly Option[];
  /** The file of the picture of a row. Undefined if no type in the grid has pictures. */
  readonly pictureOf: ((row: AnyEntity) => string | undefined) | undefined;
  /** The color of an option, if its type has one; the hex is undefined where it is not known. */
  readonly colorOf: (row: AnyEntity) => { readonly hex: string | undefined } | undefined;
  /** Requests the colors of rows. */
  readonly wantColors: (rows: readonly AnyEntity[]) => void;
  readonly whyLocked: (column: GridColumn, row: AnyEntity) => string | undefined;
}

export const GridToolsContext = createContext<GridTools | undefined>(undefined);

export function useGridTools(): GridTools {
  const tools = useContext(GridToolsContext);
  if (tools === undefined) {
    throw new Error("Only parts of the grid have its tools.");
  }
  return tools;
}

interface ToolsInput {
  readonly kind: EntityKind;
  readonly types: readonly EntityType[];
  readonly optionSets: readonly OptionSet[];
  readonly q: string | undefined;
}

export function useMakeGridTools({ kind, types, optionSets, q }: ToolsInput): GridTools {
  const { weft, who } = useSession();
  const [names] = useState(() => new ReferenceNames((entityName, ids) => findNames(weft, entityName, ids)));
  const [hexes] = useState(() => new ReferenceNames((_, ids) => findHexes(weft, ids)));
  const revision = useSyncExternalStore(names.subscribe, names.revision);
  const hexRevision = useSyncExternalStore(hexes.subscribe, hexes.revision);
  const colorFields = useMemo(() => colorFieldsOf(types.filter((type) => isOfKind(type, kind))), [types, kind]);
  const displays = useMemo(() => displaysOf(optionSets), [optionSets]);
  const pictures = useMemo(() => picturePropertiesOf(types.filter((type) => isOfKind(type, kind))), [types, kind]);
  const fieldLabels = useMemo(() => fieldLabelsOf(types.filter((type) => isOfKind(type, kind))), [types, kind]);
  const typeLabels = useMemo(() => new Map(types.map(({ typePath, label }) => [typePath, label])), [types]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: New names create new tools, which render the cells again.
  return useMemo(
    () => ({
      weft,
      kind,
      names,
      q,
      typeLabels,
      labelOf: (field) => fieldLabels.get(field) ?? field,
      words: {
        displayOf: (setId, value) => displays.get(setId ?? "")?.get(value) ?? value,
        nameOf: names.nameOf,
      },
      optionsOf: ({ property }) => optionSets.find(({ id }) => id === property.optionSetId)?.options ?? noOptions,
      pictureOf: pictures.size === 0 ? undefined : (row) => pictureOf(row, pictures),
      colorOf: (row) => {
        const [id] = colorIdsOf(row, colorFields);
        return id === undefined ? undefined : { hex: hexes.nameOf(id) };
      },
      wantColors: (rows) =>
        hexes.want(
          "color",
          rows.flatMap((row) => colorIdsOf(row, colorFields)),
        ),
      whyLocked: (column, row) => whyLocked(column, row, mayDo(who, "update", row.typePath)),
    }),
    [
      weft,
      who,
      kind,
      names,
      q,
      displays,
      optionSets,
      typeLabels,
      fieldLabels,
      pictures,
      colorFields,
      revision,
      hexRevision,
    ],
  );
}

const noOptions: readonly Option[] = [];

function fieldLabelsOf(types: readonly EntityType[]): ReadonlyMap<string, string> {
  return new Map(types.flatMap((type) => propertiesOf(type)).map(({ slug, label }) => [slug, label]));
}

/** The properties that refer to colors. */
function colorFieldsOf(types: readonly EntityType[]): readonly string[] {
  const properties = types.flatMap((type) => propertiesOf(type));
  const colors = properties.filter((one) => isReference(one) && one.referenceType?.split(":")[0] === "color");
  return [...new Set(colors.map(({ slug }) => slug))];
}

function colorIdsOf(row: AnyEntity, fields: readonly string[]): readonly string[] {
  return fields.flatMap((field) => idsIn(row[field])).slice(0, 1);
}

function isOfKind({ typePath }: EntityType, { name }: EntityKind): boolean {
  return typePath === name || typePath.startsWith(`${name}:`);
}

function displaysOf(optionSets: readonly OptionSet[]): ReadonlyMap<string, ReadonlyMap<string, string>> {
  return new Map(
    optionSets.map(({ id, options }) => [id, new Map(options.map(({ value, display }) => [value, display]))]),
  );
}

/** Why a cell cannot be edited, as a sentence; undefined where it can. */
function whyLocked({ field, source, property }: GridColumn, row: AnyEntity, mayUpdate: boolean) {
  if (source === "system" && field !== "name" && field !== "federatedId") {
    if (field === completenessField) return "Computed from the values of the row.";
    return field === "typePath" ? "The type cannot be changed in the grid." : "Set by the service.";
  }
  if (!mayUpdate) return "You do not have permission to change this.";
  return whyReadOnly(property, row.entityType, placeOf(row));
}
