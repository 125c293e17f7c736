import { Anchor, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useWeft } from "../../session/session.ts";

const countedMax = 100;

/** The changes of a task. They are one change set, which has the id of the task. */
export function TaskChanges({ taskId }: { readonly taskId: string }) {
  const weft = useWeft();
  const { data } = useQuery({
    queryKey: ["changes", "of task", taskId],
    queryFn: async ({ signal }) => {
      const query = { criteria: { changeSetId: taskId }, limit: countedMax };
      return (await weft.call("list-changes", { query }, { signal })).results.length;
    },
  });
  if (data === undefined || data === 0) {
    return (
      <Text size="sm" c="dimmed">
        {data === 0 ? "No entities changed." : ""}
      </Text>
    );
  }
  const words = data === 1 ? "View 1 change" : `View ${data}${data === countedMax ? " or more" : ""} changes`;
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => <Link {...props} to="/changes/$changeSetId" params={{ changeSetId: taskId }} />}
    >
      {words}
    </Anchor>
  );
}
