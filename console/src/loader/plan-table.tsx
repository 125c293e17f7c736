import { Badge, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { formatNumber, pluralize } from "../ui/format.ts";
import { type ListColumn, ListTable } from "../ui/list-table.tsx";
import { formatValue } from "../ui/property-diffs.tsx";
import { wholeListing } from "../ui/use-listing.ts";
import { DownloadButton } from "./download-button.tsx";
import { type PlannedField, plannedFields, wholeLines } from "./planned-fields.ts";
import { firstBytes } from "./uploaded-file.ts";

/** Some thousands of changes; the file has all. */
const planBytes = 1_000_000;

interface PlanTableProps {
  readonly planFileId: string;
  readonly changesCount: number;
}

/** The planned changes, field by field. */
export function PlanTable({ planFileId, changesCount }: PlanTableProps) {
  const weft = useWeft();
  const plan = useQuery({
    queryKey: queryKeys.files.plan(planFileId),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const { stream, size } = await weft.files.download({ id: planFileId, signal });
      const text = new TextDecoder().decode(await firstBytes(stream, planBytes));
      return plannedFields(wholeLines(text, size <= planBytes));
    },
  });
  const entities = plan.data?.filter(({ isFirst }) => isFirst).length ?? 0;
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" c="dimmed" className="numbers">
          {entities < changesCount
            ? `The first ${formatNumber(entities)} of ${pluralize(changesCount, "entity change")}. Download the plan to see all.`
            : `${pluralize(changesCount, "entity change")}, field by field.`}
        </Text>
        <DownloadButton fileId={planFileId} label="Download plan" />
      </Group>
      <ListTable
        label="Planned changes"
        listing={wholeListing(plan)}
        columns={columns}
        rowKey={({ key }) => key}
        empty={<Text size="sm">None.</Text>}
        maxHeight="420px"
      />
    </Stack>
  );
}

const actionColors = { create: "teal", update: "weft", delete: "red" } as const;

const columns: readonly ListColumn<PlannedField>[] = [
  {
    title: "Row",
    align: "right",
    width: 70,
    render: ({ change, isFirst }) => (isFirst && change.rowNumber > 0 ? change.rowNumber : ""),
  },
  {
    title: "Action",
    width: 100,
    render: ({ change: { action }, isFirst }) =>
      isFirst && (
        <Badge variant="dot" color={actionColors[action]} radius="sm" tt="none" miw="max-content">
          {action}
        </Badge>
      ),
  },
  {
    title: "Entity",
    render: ({ change: { entityType, federatedId, entityId }, isFirst }) =>
      isFirst && (
        <Text size="sm" style={{ whiteSpace: "nowrap" }}>
          <b>{federatedId ?? entityId ?? "new"}</b>{" "}
          <Text span size="xs" c="dimmed">
            {entityType}
          </Text>
        </Text>
      ),
  },
  { title: "Property", render: ({ slug }) => slug ?? "" },
  { title: "Before", render: ({ oldValue }) => <Value value={oldValue} /> },
  { title: "After", render: ({ newValue }) => <Value value={newValue} /> },
];

function Value({ value }: { readonly value: unknown }) {
  const text = formatValue(value);
  return (
    <Text size="sm" truncate maw={260} title={text} c={text === "" ? "dimmed" : ""}>
      {text === "" ? "empty" : text}
    </Text>
  );
}
