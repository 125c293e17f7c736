import { Table, Text } from "@mantine/core";
import type { EventWorkflowCallback } from "@weft/client";
import { Loaded } from "../../ui/loaded.tsx";
import { SkeletonRows } from "../../ui/skeleton-rows.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { useCallbacks } from "../workflow-queries.ts";

const statusLabels = { SUCCESS: "Completed", FAILURE: "Failed", PROGRESS: "Reported progress" } as const;

const verdictLabels = {
  applied: "Accepted",
  held: "Early, queued",
  repeated: "Duplicate, ignored",
  refused: "Rejected",
  superseded: "Too late, the task had failed",
} as const;

interface CallbackLogProps {
  readonly taskId: string;
  readonly isLive: boolean;
}

/** Every callback for a task, and its result. */
export function CallbackLog({ taskId, isLive }: CallbackLogProps) {
  const callbacks = useCallbacks(taskId, isLive);
  return (
    <Loaded query={callbacks} skeleton={<SkeletonRows rows={2} />}>
      {(rows) =>
        rows.length === 0 ? (
          <Text size="sm" c="dimmed">
            No callbacks.
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
            <Table.Th>Time</Table.Th>
            <Table.Th>Caller</Table.Th>
            <Table.Th>Type</Table.Th>
            <Table.Th>Result</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ id, receivedOn, actorName, status, verdict, detail }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <TimeAgo time={receivedOn} />
              </Table.Td>
              <Table.Td>{actorName ?? "Task token"}</Table.Td>
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
