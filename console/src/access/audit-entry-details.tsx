import { Modal, Stack, Table, Text } from "@mantine/core";
import type { AuditEntry } from "@weft/client";
import { formatTime } from "../ui/format.ts";
import { actionLabels, actorName, targetName } from "./audit-labels.ts";

interface AuditEntryDetailsProps {
  readonly entry: AuditEntry;
  readonly onClose: () => void;
}

export function AuditEntryDetails({ entry, onClose }: AuditEntryDetailsProps) {
  return (
    <Modal opened onClose={onClose} title={actionLabels[entry.action]} size="xl">
      <Stack>
        <Table aria-label="Entry" variant="vertical" layout="fixed">
          <Table.Tbody>
            {factsOf(entry).map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th w={160}>{name}</Table.Th>
                <Table.Td style={{ overflowWrap: "anywhere" }}>{value}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <ChangedFields entry={entry} />
        {entry.erased.length > 0 && (
          <Text size="sm" c="dimmed">
            Not stored or erased: {entry.erased.join(", ")}
          </Text>
        )}
        <Text size="sm" c="dimmed" component="div">
          Hash <span className="mono">{entry.hash}</span>
        </Text>
      </Stack>
    </Modal>
  );
}

function factsOf(entry: AuditEntry): readonly (readonly [string, string])[] {
  const { actor, target, origin } = entry;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["Sequence", String(entry.sequence)],
    ["Time", formatTime(entry.createdOn)],
    ["Outcome", entry.outcome],
    ["Actor", actorName(entry)],
    ["Actor email", actor.email],
    ["Actor ID", actor.id],
    ["Credential", actor.credential && `${actor.credential.type} ${actor.credential.id}`],
    ["Target", targetName(entry)],
    ["Target ID", target.id],
    ["Address", origin.address],
    ["User agent", origin.userAgent],
    ["Request ID", origin.requestId],
  ];
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

function ChangedFields({ entry: { before = {}, after = {} } }: { readonly entry: AuditEntry }) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  if (names.length === 0) return null;
  return (
    <Table aria-label="Changed fields" withTableBorder>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Field</Table.Th>
          <Table.Th>Before</Table.Th>
          <Table.Th>After</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {names.map((name) => (
          <Table.Tr key={name}>
            <Table.Td>{name}</Table.Td>
            <Table.Td style={{ overflowWrap: "anywhere" }}>{valueText(before[name])}</Table.Td>
            <Table.Td style={{ overflowWrap: "anywhere" }}>{valueText(after[name])}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function valueText(value: unknown): string {
  if (value === undefined || value === null) return "–";
  return typeof value === "string" ? value : JSON.stringify(value);
}
