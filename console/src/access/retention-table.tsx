import { Paper, Stack, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { OperationAnswer } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { Loaded } from "../ui/loaded.tsx";
import { retentionQuery } from "./access-queries.ts";
import { TimeOr } from "./key-columns.tsx";

type Row = OperationAnswer<"get-retention">["results"][number];

const labels: Readonly<Record<Row["data"], string>> = {
  "change-history": "Changes",
  "audit-log": "Audit log",
  runs: "Runs that have ended",
  deliveries: "Webhook deliveries",
  loads: "Loads that have ended",
  "unused-files": "Unused files",
};

/** How long data is kept, and when it is deleted next. */
export function RetentionTable() {
  const retention = useQuery(retentionQuery(useWeft()));
  return (
    <Paper withBorder p="md" component="section" aria-label="Retention">
      <Stack>
        <Title order={2} fz="md">
          Retention
        </Title>
        <Text size="sm" c="dimmed">
          Data in use is never deleted. Administrators can set the days of runs, deliveries, loads and unused files with
          the API.
        </Text>
        <Loaded query={retention}>{({ results }) => <Rows rows={results} />}</Loaded>
      </Stack>
    </Paper>
  );
}

function Rows({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table aria-label="Retention">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Data</Table.Th>
            <Table.Th>Days</Table.Th>
            <Table.Th>Expires before</Table.Th>
            <Table.Th>Next run</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={`${row.data} ${row.entityType ?? ""}`}>
              <Table.Td>
                {row.entityType === undefined ? labels[row.data] : `${labels[row.data]}: ${row.entityType}`}
              </Table.Td>
              <Table.Td>{row.days === null ? "Kept" : `${row.days}${row.isDefault ? " (default)" : ""}`}</Table.Td>
              <Table.Td>
                <TimeOr time={row.expiresBefore} otherwise="never" />
              </Table.Td>
              <Table.Td>
                <TimeOr time={row.nextRunOn} otherwise="not scheduled" />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
