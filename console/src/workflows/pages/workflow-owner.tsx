import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { EventWorkflow } from "@weft/client";
import { queryKeys } from "../../query-keys.ts";
import { mayDo, useSession, useWeft } from "../../session/session.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { describeOwner } from "./describe-owner.ts";

/** Whose permissions the workflow acts with, and whether it is stopped because its owner is no longer active. */
export function WorkflowOwner({ workflow }: { readonly workflow: EventWorkflow }) {
  const { who } = useSession();
  const takeOver = mayDo(who, "update", "event-workflow") && !isOwn(workflow, who.actor.id) && (
    <TakeOverButton workflow={workflow} />
  );
  if (workflow.stoppedReason === null) {
    return (
      <Group gap="sm">
        <Text size="sm">Owner: {describeOwner(workflow.owner)}</Text>
        {takeOver}
      </Group>
    );
  }
  return (
    <Alert color="red" variant="outline" icon={<Icon name="info" />} title="Stopped">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {workflow.stoppedReason} Runs fail until you take over the workflow. Owner: {describeOwner(workflow.owner)}.
        </Text>
        {takeOver}
      </Stack>
    </Alert>
  );
}

function isOwn({ owner }: EventWorkflow, actorId: string): boolean {
  return owner?.type === "user" && owner.id === actorId;
}

function TakeOverButton({ workflow }: { readonly workflow: EventWorkflow }) {
  const weft = useWeft();
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={dialog.open}>
        Take over
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={dialog.close}
        title={`Take over workflow “${workflow.name}”?`}
        confirmLabel="Take over"
        act={() => weft.call("take-over-event-workflow", { params: { id: workflow.id } })}
        message={`${workflow.name} now acts as you.`}
        stale={[queryKeys.workflows.one(workflow.id), queryKeys.workflows.list()]}
      >
        <Text size="sm">
          New runs use your permissions, and the history names you. Review the definition first. Runs in progress keep
          their owner.
        </Text>
      </ConfirmDialog>
    </>
  );
}
