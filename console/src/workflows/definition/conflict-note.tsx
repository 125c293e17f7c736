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

/** Somebody else was faster: nothing is overwritten unless this person says so. */
export function ConflictNote({ newer, dispatch }: ConflictNoteProps) {
  if (newer === undefined) return null;
  return (
    <Alert
      color="yellow"
      variant="outline"
      title="Somebody else has changed this workflow"
      icon={<Icon name="warning" />}
      role="alert"
    >
      <Stack gap="sm">
        <Text size="sm">
          Version {newer.version} was saved <TimeAgo time={newer.updatedOn} />. What you have written is still here.
        </Text>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => dispatch({ type: "take-theirs" })}>
            Take theirs, drop mine
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => dispatch({ type: "keep-mine" })}>
            Keep mine, and save over theirs
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
