import { Stack, Table, Text } from "@mantine/core";
import type { LoaderProcess } from "@weft/client";
import { JsonView } from "../ui/json-view.tsx";
import { configurationOf } from "./load-configuration.ts";

/** The configuration of the load, and how its expressions were parsed. */
export function LoadConfigurationView({ load }: { readonly load: LoaderProcess }) {
  const { expressionReadings = [] } = load;
  return (
    <Stack>
      <JsonView value={configurationOf(load)} />
      {expressionReadings.length > 0 && (
        <Table.ScrollContainer minWidth={420}>
          <Table aria-label="Parsed expressions">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Property</Table.Th>
                <Table.Th>Input</Table.Th>
                <Table.Th>Parsed as</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {expressionReadings.map(({ toProperty, place, source, reading }) => (
                <Table.Tr key={place}>
                  <Table.Td>{toProperty}</Table.Td>
                  <Table.Td>
                    <Text size="sm" className="mono">
                      {typeof source === "string" ? source : JSON.stringify(source)}
                    </Text>
                  </Table.Td>
                  <Table.Td>{reading}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  );
}
