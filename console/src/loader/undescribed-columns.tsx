import { Alert, Button, Group, Stack, Table, Text } from "@mantine/core";
import type { LoaderProcess } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { useSession, useWeft } from "../session/session.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { pluralize } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { useSave } from "../ui/use-save.ts";
import { describedProperties } from "./described-properties.ts";

/** Columns that were stored as text, with a guessed kind for each; one click defines them as properties. */
export function UndescribedColumns({ load }: { readonly load: LoaderProcess }) {
  const { who } = useSession();
  const { undescribedColumns = [] } = load;
  const describe = useDescribe(load);
  if (undescribedColumns.length === 0 || describe.isSuccess) return null;
  return (
    <Alert
      color="weft"
      variant="outline"
      icon={<Icon name="info" />}
      title={`${pluralize(undescribedColumns.length, "column")} stored as text`}
    >
      <Stack gap="sm">
        <Text size="sm">No property is defined for them. Define them to validate, sort and format their values.</Text>
        <Table.ScrollContainer minWidth={420}>
          <Table aria-label="Columns stored as text" verticalSpacing={4}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Column</Table.Th>
                <Table.Th>Suggested property</Table.Th>
                <Table.Th>Examples</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {undescribedColumns.map(({ columnName, guessedKind, typePath, examples }) => (
                <Table.Tr key={columnName}>
                  <Table.Td>{columnName}</Table.Td>
                  <Table.Td>
                    {guessedKind} of {typePath}
                  </Table.Td>
                  <Table.Td>{examples.slice(0, 3).join(" · ")}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        {describe.error !== null && <ErrorNote error={describe.error} />}
        {who.isAdministrator ? (
          <Group>
            <Button size="xs" loading={describe.isPending} onClick={() => describe.mutate()}>
              Define {pluralize(undescribedColumns.length, "column")}
            </Button>
          </Group>
        ) : (
          <Text size="sm">An administrator can define them.</Text>
        )}
      </Stack>
    </Alert>
  );
}

function useDescribe(load: LoaderProcess) {
  const weft = useWeft();
  return useSave({
    save: async () => {
      let converted = 0;
      for (const { typePath, properties } of describedProperties(load)) {
        const answer = await weft.call("describe-entity-type", { params: { id: typePath }, body: { properties } });
        converted += answer.conversion.converted;
      }
      return converted;
    },
    message: (converted) => `Properties defined. ${pluralize(converted, "entity value")} converted.`,
    stale: [queryKeys.types.all(), queryKeys.entities.all()],
  });
}
