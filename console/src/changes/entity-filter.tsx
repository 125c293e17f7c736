import { TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useWeft } from "../session/session.ts";
import { describeError } from "../ui/describe-error.ts";
import type { ChangeFilters } from "./change-filters.ts";
import { findReference } from "./find-reference.ts";

interface EntityFilterProps {
  readonly filters: ChangeFilters;
  readonly onChange: (change: Partial<ChangeFilters>) => void;
}

/** Accepts the id of one entity of any kind. */
export function EntityFilter({ filters: { entityReference }, onChange }: EntityFilterProps) {
  const weft = useWeft();
  const shown = entityReference?.replace(/^[^:]*:/, "") ?? "";
  const [typed, setTyped] = useState<string>();
  const search = useMutation({
    mutationFn: (id: string) => findReference(weft, id),
    onSuccess: (reference) => {
      if (reference === undefined) return;
      setTyped(undefined);
      onChange({ entityReference: reference });
    },
  });
  const text = typed ?? shown;
  const commit = () => {
    const id = text.trim();
    if (typed === undefined || id === shown) return;
    if (id === "") {
      setTyped(undefined);
      onChange({ entityReference: undefined });
    } else {
      search.mutate(id);
    }
  };
  const isUnknown = search.isSuccess && search.data === undefined && typed !== undefined;
  const error = search.error === null ? undefined : describeError(search.error).detail;
  return (
    <TextInput
      label="Entity"
      placeholder="Entity id"
      value={text}
      error={isUnknown ? "No changes found for this id." : error}
      onChange={(event) => {
        search.reset();
        setTyped(event.currentTarget.value);
      }}
      onBlur={commit}
      onKeyDown={(event) => event.key === "Enter" && commit()}
    />
  );
}
