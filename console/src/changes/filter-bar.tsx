import { Button, Collapse, Group, Pill, Select, SimpleGrid, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import type { Weft } from "@weft/client";
import { useState } from "react";
import { entityKinds } from "../entities/entity-kind.ts";
import { useWeft } from "../session/session.ts";
import { describeError } from "../ui/describe-error.ts";
import { Icon } from "../ui/icon.tsx";
import { type ChangeFilters, changeActions, changeSources, countFilters } from "./change-filters.ts";
import { actionLabels, otherKinds, sourceLabels } from "./change-labels.ts";
import { useFilterChoices } from "./filter-choices.ts";
import type { NamedChange } from "./name-changes.ts";
import { TimeFilter } from "./time-filter.tsx";

interface FilterBarProps {
  readonly filters: ChangeFilters;
  readonly onChange: (change: Partial<ChangeFilters>) => void;
  /** What the list shows: actors and types that occur in it can be selected. */
  readonly rows: readonly NamedChange[];
}

/** The filters. Collapsed on a phone. */
export function FilterBar({ filters, onChange, rows }: FilterBarProps) {
  const [isOpen, fold] = useDisclosure(false);
  const count = countFilters(filters);
  return (
    <div>
      <Button
        hiddenFrom="sm"
        fullWidth
        variant="default"
        aria-expanded={isOpen}
        leftSection={<Icon name="filter" size={16} />}
        onClick={fold.toggle}
      >
        {count === 0 ? "Filters" : `Filters (${count})`}
      </Button>
      <Group visibleFrom="sm" align="stretch">
        <FilterFields filters={filters} onChange={onChange} rows={rows} />
      </Group>
      <Collapse expanded={isOpen} hiddenFrom="sm" pt="sm">
        {isOpen && <FilterFields filters={filters} onChange={onChange} rows={rows} />}
      </Collapse>
      <Chips filters={filters} onChange={onChange} count={count} />
    </div>
  );
}

function FilterFields({ filters, onChange, rows }: FilterBarProps) {
  const choices = useFilterChoices(filters, rows);
  const [wantsExact, setIsExact] = useState(false);
  const isExact = wantsExact || filters.from !== undefined || filters.to !== undefined;
  const shared = {
    clearable: true,
    size: "sm",
    comboboxProps: { width: "max-content", position: "bottom-start" },
  } as const;
  return (
    // Exact times are two more fields, and need more room.
    <SimpleGrid cols={{ base: 1, xs: 2, sm: 3, lg: isExact ? 5 : 7 }} spacing="xs" w="100%">
      <TimeFilter filters={filters} onChange={onChange} isExact={isExact} onExact={setIsExact} />
      <Select
        {...shared}
        label="Type"
        placeholder="All types"
        searchable
        limit={100}
        data={choices.types}
        value={filters.entityType ?? null}
        onChange={(type) => onChange({ entityType: type ?? undefined })}
      />
      <Select
        {...shared}
        label="Action"
        placeholder="All actions"
        data={changeActions.map((value) => ({ value, label: actionLabels[value].word }))}
        value={filters.action ?? null}
        onChange={(action) => onChange({ action: action ?? undefined })}
      />
      <Select
        {...shared}
        label="Changed property"
        placeholder="Any property"
        searchable
        limit={100}
        data={choices.properties}
        value={filters.changed ?? null}
        onChange={(changed) => onChange({ changed: changed ?? undefined })}
      />
      <Select
        {...shared}
        label="Made by"
        placeholder="Anyone"
        searchable
        limit={100}
        data={choices.actors}
        value={filters.createdById ?? null}
        onChange={(createdById) => onChange({ createdById: createdById ?? undefined })}
      />
      <Select
        {...shared}
        label="Source"
        placeholder="All sources"
        data={changeSources.map((value) => ({ value, label: sourceLabels[value] }))}
        value={filters.source ?? null}
        onChange={(source) => onChange({ source: source ?? undefined })}
      />
      <EntityFilter filters={filters} onChange={onChange} />
    </SimpleGrid>
  );
}

interface ChipsProps {
  readonly filters: ChangeFilters;
  readonly onChange: (change: Partial<ChangeFilters>) => void;
  readonly count: number;
}

/** Filters that have no field of their own, and a button to clear all. */
function Chips({ filters: { changeSetId, entityReference }, onChange, count }: ChipsProps) {
  if (count === 0) return null;
  const reset: { readonly [Key in keyof ChangeFilters]-?: undefined } = {
    ...{ entityType: undefined, entityReference: undefined, action: undefined, changed: undefined, live: undefined },
    ...{ createdById: undefined, source: undefined, changeSetId: undefined },
    ...{ range: undefined, from: undefined, to: undefined },
  };
  return (
    <Group gap="xs" mt="xs">
      {changeSetId !== undefined && (
        <Pill
          withRemoveButton
          onRemove={() => onChange({ changeSetId: undefined })}
          removeButtonProps={removeLabel("set")}
        >
          Change set …{changeSetId.slice(-8)}
        </Pill>
      )}
      {entityReference !== undefined && (
        <Pill
          withRemoveButton
          onRemove={() => onChange({ entityReference: undefined })}
          removeButtonProps={removeLabel("entity")}
        >
          Only {entityReference.split(":")[0]} …{entityReference.slice(-8)}
        </Pill>
      )}
      <Button size="compact-sm" variant="subtle" onClick={() => onChange(reset)}>
        Clear filters
      </Button>
    </Group>
  );
}

function removeLabel(what: string) {
  return { "aria-label": `Remove the ${what} filter`, "aria-hidden": false, tabIndex: 0 } as const;
}

interface EntityFilterProps {
  readonly filters: ChangeFilters;
  readonly onChange: (change: Partial<ChangeFilters>) => void;
}

/** Accepts the id of one entity of any kind. */
function EntityFilter({ filters: { entityReference }, onChange }: EntityFilterProps) {
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

/** The reference of an id. The service needs the kind, so every kind is queried at once. */
async function findReference(weft: Weft, text: string): Promise<string | undefined> {
  const kinds = [...entityKinds.map(({ name }) => name), ...Object.keys(otherKinds)];
  // A type's id is its path, which has colons too.
  const candidates = kinds.some((kind) => text.startsWith(`${kind}:`)) ? [text] : [];
  const references = [...candidates, ...kinds.map((kind) => `${kind}:${text}`)];
  const answers = await Promise.all(
    references.map((entityReference) => weft.changes.list({ criteria: { entityReference }, limit: 1 })),
  );
  return references.find((_, index) => (answers[index]?.results.length ?? 0) > 0);
}
