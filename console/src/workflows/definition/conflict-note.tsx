import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import type { EventWorkflow } from "@weft/client";
import type { Dispatch } from "react";
import { Icon } from "../../ui/icon.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import type { Edit } from "./edit-draft.ts";

interface ConflictNoteProps {
  readonly newer: EventWorkflow | undefined;
  readonly dispatch: Dispatch<Edit>;
}

/** Another user saved first: nothing is overwritten unless this user decides so. */
export function ConflictNote({ newer, dispatch }: ConflictNoteProps) {
  if (newer === undefined) return null;
  return (
    <Alert
      color="yellow"
      variant="outline"
      title="Someone else changed this workflow"
      icon={<Icon name="warning" />}
      role="alert"
    >
      <Stack gap="sm">
        <Text size="sm">
          Version {newer.version} was saved <TimeAgo time={newer.updatedOn} />. Your changes are still here.
        </Text>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => dispatch({ type: "take-theirs" })}>
            Discard my changes
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => dispatch({ type: "keep-mine" })}>
            Overwrite theirs
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
