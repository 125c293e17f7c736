import { Paper, Stack, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useSession, useWeft } from "../session/session.ts";
import { Loaded } from "../ui/loaded.tsx";
import { orgQuery, retentionQuery } from "./access-queries.ts";
import { TimeOr } from "./key-columns.tsx";
import { RetentionForm } from "./retention-form.tsx";
import { type KeptData, keptDataOf, keptFields, keptLabels } from "./retention-rows.ts";

/** How long data is kept, and when it is deleted next. Administrators can change it. */
export function RetentionSection() {
  const { isAdministrator } = useSession().who;
  const weft = useWeft();
  const retention = useQuery(retentionQuery(weft));
  const org = useQuery(orgQuery(weft));
  return (
    <Paper withBorder p="md" component="section" aria-label="Retention">
      <Stack>
        <Title order={2} fz="md">
          Retention
        </Title>
        <Text size="sm" c="dimmed">
          Expired data is deleted for good. Data in use is never deleted: runs and loads in progress, deliveries that
          wait, and files that an entity, a load or a run uses.
          {!isAdministrator && " An administrator can change these settings."}
        </Text>
        <Loaded query={retention}>
          {({ results }) =>
            isAdministrator ? (
              <Loaded query={org}>{(found) => <RetentionForm org={found} results={results} />}</Loaded>
            ) : (
              <RetentionTable results={results} />
            )
          }
        </Loaded>
      </Stack>
    </Paper>
  );
}

function RetentionTable({ results }: { readonly results: readonly KeptData[] }) {
  const changes = results.filter(({ data }) => data === "change-history");
  const fields = keptFields.flatMap((field) => {
    const row = keptDataOf(field, results);
    return row === undefined ? [] : [{ label: keptLabels[field], row }];
  });
  const rows = [
    ...changes.map((row) => ({ label: `Changes: ${row.entityType ?? "all other types"}`, row })),
    ...fields,
  ];
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
          {rows.map(({ label, row }) => (
            <Table.Tr key={label}>
              <Table.Td>{label}</Table.Td>
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
