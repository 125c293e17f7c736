import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { type Choice, searchReferences } from "./grid-calls.ts";
import type { GridColumn } from "./grid-column.ts";
import { useGridTools } from "./grid-tools.ts";

const typingMs = 150;

/** The possible references for the typed words; those already selected are included. */
export function useReferenceChoices(column: GridColumn, words: string, chosen: readonly string[]) {
  const { weft, names } = useGridTools();
  const [asked] = useDebouncedValue(words, typingMs);
  const { referenceType, propertyType } = column.property;
  const { data, isPending } = useQuery({
    queryKey: ["entities", "references", referenceType ?? propertyType, asked],
    queryFn: ({ signal }) => searchReferences(weft, column, asked, signal),
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    if (data !== undefined) names.learn(new Map(data.map(({ value, name }) => [value, name])));
  }, [data, names]);
  const choices = useMemo(() => {
    const found = (data ?? []).map(({ value, label }): Choice => ({ value, label }));
    const missing = chosen.filter((id) => !found.some(({ value }) => value === id));
    return [...missing.map((value): Choice => ({ value, label: names.nameOf(value) ?? value })), ...found];
  }, [data, chosen, names]);
  return { choices, isPending };
}
