import { Alert, Button, Group, List, Modal, Stack, Text } from "@mantine/core";
import { TimeAgo } from "../../../ui/time-ago.tsx";
import { useGridSearch } from "../use-grid-search.ts";
import type { OpenView } from "./use-open-view.ts";
import type { ViewActions } from "./use-view-actions.ts";

/** What does not work of the view in the address. */
export function ViewNotes({ openView }: { readonly openView: OpenView }) {
  const { change } = useGridSearch();
  const { view, isMissing } = openView;
  if (isMissing) {
    return (
      <Alert
        color="yellow"
        title="View not available"
        withCloseButton
        closeButtonLabel="Close"
        onClose={() => change({ view: undefined })}
      >
        The view in this address was deleted, or is not shared with you. The list is shown without it.
      </Alert>
    );
  }
  if (view === undefined || view.problems.length === 0) return null;
  return (
    <Alert color="yellow" title={`Parts of the view "${view.name}" no longer work`}>
      <List size="sm">
        {view.problems.map(({ pointer, detail }) => (
          <List.Item key={`${pointer} ${detail}`}>{detail}</List.Item>
        ))}
      </List>
      <Text size="sm">The list is shown without them. Save the view to remove them.</Text>
    </Alert>
  );
}

/** Another user saved the view first: their version or mine. */
export function ViewConflictDialog({ actions }: { readonly actions: ViewActions }) {
  const { conflict, takeTheirs, writeMine, endConflict } = actions;
  if (conflict === undefined) return null;
  const { theirs, who } = conflict;
  return (
    <Modal opened onClose={endConflict} title={`"${theirs.name}" was saved by someone else`} centered>
      <Stack>
        <Text size="sm">
          {who ?? "Another user"} saved this view <TimeAgo time={theirs.updatedOn} />. Your changes are not saved yet.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => takeTheirs(conflict)} data-autofocus>
            Discard my changes and reload
          </Button>
          <Button onClick={() => void writeMine(conflict)}>Overwrite theirs</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
