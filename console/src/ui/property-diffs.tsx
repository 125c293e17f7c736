import { Table, Text } from "@mantine/core";

export interface PropertyDiff {
  readonly slug: string;
  readonly name?: string | undefined;
  readonly oldValue?: unknown;
  readonly newValue?: unknown;
}

/** The old and the new value of each property. */
export function PropertyDiffs({ diffs, label }: { readonly diffs: readonly PropertyDiff[]; readonly label: string }) {
  return (
    <Table.ScrollContainer minWidth={420}>
      <Table aria-label={label} layout="fixed" verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="30%">Property</Table.Th>
            <Table.Th>Before</Table.Th>
            <Table.Th>After</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {diffs.map(({ slug, name, oldValue, newValue }) => (
            <Table.Tr key={slug}>
              <Table.Td>{name ?? slug}</Table.Td>
              <Table.Td>
                <DiffValue value={oldValue} tag="del" />
              </Table.Td>
              <Table.Td>
                <DiffValue value={newValue} tag="ins" />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function DiffValue({ value, tag }: { readonly value: unknown; readonly tag: "del" | "ins" }) {
  if (value === undefined || value === null || value === "") {
    return (
      <Text size="sm" c="dimmed" span>
        empty
      </Text>
    );
  }
  return (
    <Text size="sm" component={tag} style={{ textDecoration: "none", overflowWrap: "anywhere" }}>
      {formatValue(value)}
    </Text>
  );
}

/** Texts as they are; lists and objects as JSON. */
export function formatValue(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? "" : JSON.stringify(value);
}
