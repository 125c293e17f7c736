import { Accordion, Group, Text, Title } from "@mantine/core";
import type { ApiOperation } from "./api-document.ts";
import { OperationDetail } from "./operation-detail.tsx";

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
