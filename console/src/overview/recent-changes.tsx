import { Anchor, Card, Group, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { changeName, EntityName } from "../changes/change-row.tsx";
import { type ChangeAct, describeOthers, groupChanges } from "../changes/group-changes.ts";
import { summarizeChange } from "../changes/summarize-change.ts";
import { useChanges } from "../changes/use-changes.ts";
import { SkeletonRows } from "../ui/loaded.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import classes from "./notice-list.module.css";

const shownMax = 8;

/** What was done last, one line for each act. */
export function RecentChanges() {
  const { listing } = useChanges({ criteria: {}, source: undefined });
  const acts = groupChanges(listing.rows).slice(0, shownMax);
  return (
    <Card withBorder padding="md">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h5">
          Recent changes
        </Title>
        <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/changes" />}>
          All changes
        </Anchor>
      </Group>
      {listing.isPending && <SkeletonRows rows={4} />}
      {!listing.isPending && acts.length === 0 && (
        <Text size="sm" c="dimmed">
          No changes yet.
        </Text>
      )}
      {acts.length > 0 && (
        <ul className={classes["list"]} aria-label="Recent changes">
          {acts.map((act) => (
            <li key={act.id}>
              <Act act={act} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const verbs = { create: "created", update: "changed", delete: "deleted" } as const;

function Act({ act }: { readonly act: ChangeAct }) {
  const { lead } = act;
  const { record } = lead;
  return (
    <div className={classes["summary"]}>
      <div className={classes["head"]}>
        <Text size="sm" component="div">
          {record.createdBy?.name ?? "Service"} {verbs[record.action]}{" "}
          <EntityName record={record} name={changeName(lead)} /> {describeOthers(act)}
        </Text>
        <Text size="xs" c="dimmed" span>
          <TimeAgo time={record.createdOn} />
        </Text>
      </div>
      {record.action === "update" && (
        <Text size="sm" c="dimmed" truncate>
          {summarizeChange(record)}
        </Text>
      )}
    </div>
  );
}
