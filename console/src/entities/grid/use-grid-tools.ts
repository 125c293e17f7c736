import type { EntityType, OptionSet } from "@weft/client";
import { useMemo, useState, useSyncExternalStore } from "react";
import { mayDo, useSession } from "../../session/session.ts";
import type { EntityKind } from "../entity-kind.ts";
import { findNames } from "./grid-calls.ts";
import type { GridTools } from "./grid-tools.ts";
import type { Option } from "./read-cell.ts";
import { ReferenceNames } from "./reference-names.ts";
import { whyLocked } from "./why-locked.ts";

export function useMakeGridTools(
  kind: EntityKind,
  types: readonly EntityType[],
  optionSets: readonly OptionSet[],
): GridTools {
  const { weft, who } = useSession();
  const [names] = useState(() => new ReferenceNames((entityName, ids) => findNames(weft, entityName, ids)));
  const revision = useSyncExternalStore(names.subscribe, names.revision);
  const displays = useMemo(() => displaysOf(optionSets), [optionSets]);
  const typeLabels = useMemo(() => new Map(types.map(({ typePath, label }) => [typePath, label])), [types]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: New names create new tools, which render the cells again.
  return useMemo(
    () => ({
      weft,
      kind,
      names,
      typeLabels,
      words: {
        displayOf: (setId, value) => displays.get(setId ?? "")?.get(value) ?? value,
        nameOf: names.nameOf,
      },
      optionsOf: ({ property }) => optionSets.find(({ id }) => id === property.optionSetId)?.options ?? noOptions,
      whyLocked: (column, row) => whyLocked(column, row, mayDo(who, "update", row.typePath)),
    }),
    [weft, who, kind, names, displays, optionSets, typeLabels, revision],
  );
}

const noOptions: readonly Option[] = [];

function displaysOf(optionSets: readonly OptionSet[]): ReadonlyMap<string, ReadonlyMap<string, string>> {
  return new Map(
    optionSets.map(({ id, options }) => [id, new Map(options.map(({ value, display }) => [value, display]))]),
  );
}
