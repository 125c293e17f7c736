import { Table, Text } from "@mantine/core";
import type { EventWorkflowCallback } from "@weft/client";
import { Loaded } from "../../ui/loaded.tsx";
import { SkeletonRows } from "../../ui/skeleton-rows.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { useCallbacks } from "../workflow-queries.ts";

const statusLabels = { SUCCESS: "Completed it", FAILURE: "Failed it", PROGRESS: "Told how far it is" } as const;

const verdictLabels = {
  applied: "Taken",
  held: "Early: it waits for the task",
  repeated: "A repetition: nothing done twice",
  refused: "Refused",
  superseded: "Too late: the task had failed",
} as const;

interface CallbackLogProps {
  readonly taskId: string;
  readonly isLive: boolean;
}

/** Every callback that has come for a task, and what became of it. */
export function CallbackLog({ taskId, isLive }: CallbackLogProps) {
  const callbacks = useCallbacks(taskId, isLive);
  return (
    <Loaded query={callbacks} skeleton={<SkeletonRows rows={2} />}>
      {(rows) =>
        rows.length === 0 ? (
          <Text size="sm" c="dimmed">
            No callback has come.
          </Text>
        ) : (
          <CallbackTable rows={rows} />
        )
      }
    </Loaded>
  );
}

function CallbackTable({ rows }: { readonly rows: readonly EventWorkflowCallback[] }) {
  return (
    <Table.ScrollContainer minWidth={420}>
      <Table aria-label="Callbacks" verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>When</Table.Th>
            <Table.Th>Who</Table.Th>
            <Table.Th>What</Table.Th>
            <Table.Th>What became of it</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ id, receivedOn, actorName, status, verdict, detail }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <TimeAgo time={receivedOn} />
              </Table.Td>
              <Table.Td>{actorName ?? "The task's own token"}</Table.Td>
              <Table.Td>{statusLabels[status]}</Table.Td>
              <Table.Td>
                {verdictLabels[verdict]}
                {detail !== undefined && (
                  <Text size="xs" c="dimmed">
                    {detail}
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
