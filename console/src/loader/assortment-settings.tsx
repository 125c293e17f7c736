import { Card, Checkbox, Group, NumberInput, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { AssortmentSplit } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { assignValue, splitOn } from "./assortment-split.ts";
import { tidy } from "./load-configuration.ts";
import type { LoadDraft } from "./use-load-draft.ts";

/** The assortment of each row, and whether the file is complete. */
export function AssortmentSettings({ draft }: { readonly draft: LoadDraft }) {
  const { configuration, file, mapped, change } = draft;
  const { assortmentSplit: split } = configuration;
  const choose = (column: string | null) => {
    if (column === null) return;
    const index = mapped.headers.indexOf(column);
    change(
      splitOn(
        configuration,
        column,
        file.preview.rows.map(({ cells }) => cells[index] ?? ""),
      ),
    );
  };
  return (
    <Card withBorder padding="md">
      <Stack gap="sm">
        <Select
          label="Assortment column"
          description="Rows with the same value go to the same assortment."
          placeholder="Select a column"
          data={[...mapped.headers]}
          value={split?.fieldToSplitOn ?? null}
          onChange={choose}
          searchable
          allowDeselect={false}
          maw={420}
        />
        {split !== undefined && <SplitValues draft={draft} split={split} />}
        {split !== undefined && <SplitModes draft={draft} split={split} />}
      </Stack>
    </Card>
  );
}

interface SplitProps {
  readonly draft: LoadDraft;
  readonly split: AssortmentSplit;
}

function SplitValues({ draft: { configuration, change }, split }: SplitProps) {
  const weft = useWeft();
  const { data: assortments = [] } = useQuery({
    queryKey: queryKeys.choices.assortmentsOfLoads(),
    queryFn: async ({ signal }) =>
      (await weft.entities.list({ entityName: "assortment", limit: 1_000, signal })).results,
  });
  const data = identified(assortments);
  return (
    <Stack gap="xs">
      {split.values.map(({ value, assortmentIdentifier, assortmentId }) => (
        <Select
          key={value}
          label={`Rows with ${value}`}
          size="xs"
          maw={420}
          data={data}
          searchable
          clearable
          placeholder={assortmentId ?? "Select an assortment"}
          value={assortmentIdentifier ?? null}
          onChange={(chosen) =>
            change({ ...configuration, assortmentSplit: assignValue(split, value, chosen ?? undefined) })
          }
        />
      ))}
      {split.values.length === 0 && (
        <Text size="sm" c="dimmed">
          This column is empty in the sampled rows.
        </Text>
      )}
    </Stack>
  );
}

function SplitModes({ draft: { configuration, mapped, change }, split }: SplitProps) {
  const isPartial = split.partialAssortmentUpdate === true;
  const { maxRemovals, shouldSkipAssortmentPublish, ...rest } = configuration;
  const set = (changed: Partial<AssortmentSplit>) =>
    change({ ...configuration, assortmentSplit: { ...split, ...changed } });
  return (
    <Stack gap="sm">
      <Checkbox
        label="Partial file: add its rows, and remove no other members"
        description="Otherwise members that are not in the file are removed."
        checked={isPartial}
        onChange={({ currentTarget }) => set({ partialAssortmentUpdate: currentTarget.checked })}
      />
      {isPartial ? (
        <Group align="flex-end">
          <MarkSelect
            label="Column that marks rows to add"
            headers={mapped.headers}
            value={split.addField}
            onChange={(addField) => set({ addField })}
          />
          <MarkSelect
            label="Column that marks rows to remove"
            headers={mapped.headers}
            value={split.dropField}
            onChange={(dropField) => set({ dropField })}
          />
        </Group>
      ) : (
        <NumberInput
          label="Reject a load that removes more members than"
          placeholder="No limit"
          size="xs"
          min={0}
          maw={420}
          allowDecimal={false}
          value={maxRemovals ?? ""}
          onChange={(value) =>
            change(
              tidy({
                ...rest,
                ...skipOf(shouldSkipAssortmentPublish),
                ...(typeof value === "number" ? { maxRemovals: value } : {}),
              }),
            )
          }
        />
      )}
      <Checkbox
        label="Write members directly, without publishing"
        description="Faster, but without history, summary and events, and it cannot be undone."
        checked={shouldSkipAssortmentPublish === true}
        onChange={({ currentTarget }) =>
          change(
            tidy({ ...rest, ...(maxRemovals === undefined ? {} : { maxRemovals }), ...skipOf(currentTarget.checked) }),
          )
        }
      />
    </Stack>
  );
}

function skipOf(isSkipped: boolean | undefined) {
  return isSkipped === true ? { shouldSkipAssortmentPublish: true } : {};
}

interface MarkSelectProps {
  readonly label: string;
  readonly headers: readonly string[];
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
}

function MarkSelect({ label, headers, value, onChange }: MarkSelectProps) {
  return (
    <Select
      label={label}
      size="xs"
      w={260}
      data={[...headers]}
      value={value ?? null}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
    />
  );
}

interface Identified {
  readonly identifier?: string | undefined;
  readonly name?: string | null | undefined;
}

/** Choices of things with an identifier, with their name where they have one. */
function identified(entities: readonly Identified[]): { value: string; label: string }[] {
  return entities.flatMap(({ identifier, name }) =>
    identifier === undefined ? [] : [{ value: identifier, label: `${name ?? identifier} (${identifier})` }],
  );
}

/** The project of the project items. Optional where assortments imply it. */
export function ProjectSetting({ draft: { configuration, change } }: { readonly draft: LoadDraft }) {
  const weft = useWeft();
  const { data: workspaces = [] } = useQuery({
    queryKey: queryKeys.choices.workspacesOfLoads(),
    queryFn: async ({ signal }) =>
      (await weft.entities.list({ entityName: "workspace", limit: 1_000, relations: ["project"], signal })).results,
  });
  const { workspaceIdentifier, loadType = [], ...rest } = configuration;
  const known = identified(workspaces);
  const isOther = workspaceIdentifier !== undefined && !known.some(({ value }) => value === workspaceIdentifier);
  const data = isOther ? [...known, { value: workspaceIdentifier, label: workspaceIdentifier }] : known;
  return (
    <Select
      label="Project"
      description={
        loadType.includes("ASSORTMENT")
          ? "Default: the project of the assortments."
          : "Project items are created in this project."
      }
      placeholder="Select a project"
      data={data}
      value={workspaceIdentifier ?? null}
      clearable
      searchable
      onChange={(value) =>
        change(tidy({ ...rest, loadType, ...(value === null ? {} : { workspaceIdentifier: value }) }))
      }
      maw={420}
    />
  );
}
