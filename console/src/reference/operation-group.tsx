import { Accordion, Anchor, Badge, Group, List, Stack, Table, Text, Title } from "@mantine/core";
import { useSession } from "../session/session.ts";
import { CopyText } from "../ui/copy-text.tsx";
import type { ApiAnswer, ApiField, ApiOperation } from "./api-document.ts";
import { clientLine, curlLine } from "./write-snippets.ts";

/** The parameters and responses of an operation, in short. */
function OperationDetail({ operation }: { readonly operation: ApiOperation }) {
  const { who, weft } = useSession();
  const fields = [...operation.parameters, ...(operation.body?.fields ?? [])];
  return (
    <Stack gap="md">
      <CopyText label="In a terminal" text={curlLine(operation, { baseUrl: weft.baseUrl, orgSlug: who.org.slug })} />
      <CopyText label="With the TypeScript client" text={clientLine(operation)} />
      {fields.length > 0 && <FieldTable fields={fields} />}
      <Answers title="Responses" answers={operation.answers} />
      <Answers title="Errors" answers={operation.errors} />
    </Stack>
  );
}

function FieldTable({ fields }: { readonly fields: readonly ApiField[] }) {
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table aria-label="Parameters" verticalSpacing={4} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>In</Table.Th>
            <Table.Th>Type</Table.Th>
            <Table.Th>Description</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map(({ name, place, type, isRequired, description }) => (
            <Table.Tr key={`${place} ${name}`}>
              <Table.Td>
                <span className="mono">{name}</span>{" "}
                {isRequired && (
                  <Badge variant="default" size="xs" radius="sm" tt="none">
                    required
                  </Badge>
                )}
              </Table.Td>
              <Table.Td>{place}</Table.Td>
              <Table.Td className="mono" maw={220} style={{ overflowWrap: "anywhere" }}>
                {type}
              </Table.Td>
              <Table.Td>{description}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Answers({ title, answers }: { readonly title: string; readonly answers: readonly ApiAnswer[] }) {
  if (answers.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {title}
      </Text>
      <List size="sm" listStyleType="none">
        {answers.map(({ status, description }) => (
          <List.Item key={status}>
            <span className="mono">{status}</span> <Described text={description} />
          </List.Item>
        ))}
      </List>
    </div>
  );
}

/** Error codes are in parentheses, and have a page each. */
function Described({ text }: { readonly text: string }) {
  const parts = text.split(/\(([a-z-]+)\)/);
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <Anchor key={part} href={`/errors/${part}`} size="sm" className="mono">
        {part}
      </Anchor>
    ),
  );
}

interface OperationGroupProps {
  readonly tag: string;
  readonly operations: readonly ApiOperation[];
  readonly openId: string | undefined;
  readonly onOpen: (id: string | undefined) => void;
}

/** Closed rows are one line each; their content is added to the page when opened. */
export function OperationGroup({ tag, operations, openId, onOpen }: OperationGroupProps) {
  const open = operations.some(({ id }) => id === openId) ? (openId ?? null) : null;
  return (
    <section aria-label={tag}>
      <Title order={3} size="h5" mb={6}>
        {tag}
      </Title>
      <Accordion variant="contained" value={open} onChange={(id) => onOpen(id ?? undefined)} order={4}>
        {operations.map((operation) => (
          <Accordion.Item key={operation.id} value={operation.id} bg="var(--weft-surface)">
            <Accordion.Control>
              <OperationLine operation={operation} />
            </Accordion.Control>
            <Accordion.Panel>{operation.id === open && <OperationDetail operation={operation} />}</Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </section>
  );
}

function OperationLine({ operation: { method, path, summary } }: { readonly operation: ApiOperation }) {
  return (
    <Group gap="sm" wrap="wrap">
      <Text size="sm" fw={700} className="mono" w={64}>
        {method}
      </Text>
      <Text size="sm" className="mono" style={{ overflowWrap: "anywhere" }}>
        {path}
      </Text>
      <Text size="sm" c="dimmed">
        {summary}
      </Text>
    </Group>
  );
}
