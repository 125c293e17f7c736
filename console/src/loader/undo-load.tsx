import { Alert, Button, List, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { LoaderProcess, LoadUndo } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { formatNumber, pluralize } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { changedSince } from "./changed-since.ts";
import { changesOf, formatUndo } from "./format-load.ts";

/** Undoes the changes of a load; shows them first, and what cannot be undone. */
export function UndoLoad({ load }: { readonly load: LoaderProcess }) {
  const weft = useWeft();
  const [isOpen, { open, close }] = useDisclosure(false);
  const { loads, entities, changes, choices } = queryKeys;
  return (
    <>
      <Button variant="default" leftSection={<Icon name="undo" size={16} />} onClick={open}>
        Undo load
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={close}
        title="Undo this load?"
        confirmLabel={`Undo ${pluralize(changesOf(load), "change")}`}
        act={() => weft.loader.undo({ id: load.id })}
        stale={[loads.all(), entities.all(), changes.all(), choices.assortments()]}
      >
        <Stack gap="sm">
          <Text size="sm">Will be undone:</Text>
          <List size="sm">
            {formatUndo(load).map((line) => (
              <List.Item key={line}>{line}</List.Item>
            ))}
          </List>
          <Text size="sm">Entities changed since are kept.</Text>
          {isOpen && <ChangedSinceNote load={load} />}
          {load.shouldSkipAssortmentPublish === true && (
            <Alert color="yellow" variant="outline" icon={<Icon name="warning" />} title="Members are kept">
              Members of assortments were written directly, without history, and cannot be undone.
            </Alert>
          )}
        </Stack>
      </ConfirmDialog>
    </>
  );
}

/** The number of entities that an undo skips, because they were changed since. */
function ChangedSinceNote({ load }: { readonly load: LoaderProcess }) {
  const weft = useWeft();
  const { data } = useQuery({
    queryKey: queryKeys.loads.changedSince(load.id, load.version),
    queryFn: ({ signal }) => changedSince(weft, load, signal),
  });
  if (data === undefined) return null;
  const found =
    data.count === 0
      ? "Nothing was changed since"
      : `${pluralize(data.count, "entity change")} since. The changed entities are kept`;
  return (
    <Text size="sm" fw={data.count === 0 ? 400 : 600} role="status">
      {found}
      {data.isPart ? " (first 1,000 changes checked)." : "."}
    </Text>
  );
}

const reasonsShown = 20;

/** The result of an undo, and what it skipped and why. */
export function UndoOutcome({ undo: { status, reverted, notReverted, reasons } }: { readonly undo: LoadUndo }) {
  if (status === "pending" || status === "running") return null;
  const isClean = status === "completed" && notReverted === 0;
  return (
    <Alert
      color={isClean ? "teal" : "yellow"}
      variant="outline"
      icon={<Icon name={isClean ? "check" : "warning"} />}
      title={status === "failed" ? "Undo failed" : "Load undone"}
      role="status"
    >
      <Stack gap="xs">
        <Text size="sm">
          {pluralize(reverted, "change")} undone
          {notReverted > 0 ? `, ${formatNumber(notReverted)} skipped:` : "."}
        </Text>
        {reasons.length > 0 && (
          <List size="sm">
            {reasons.slice(0, reasonsShown).map(({ entityReference, message }) => (
              <List.Item key={entityReference}>
                <span className="mono">{entityReference}</span> {message}
              </List.Item>
            ))}
          </List>
        )}
        {notReverted > reasonsShown && <Text size="sm">and {formatNumber(notReverted - reasonsShown)} more.</Text>}
      </Stack>
    </Alert>
  );
}

export function CancelLoad({ load }: { readonly load: LoaderProcess }) {
  const weft = useWeft();
  const [isOpen, { open, close }] = useDisclosure(false);
  const isWriting = load.progress.phase === "writing" || load.progress.phase === "publishing";
  return (
    <>
      <Button variant="default" leftSection={<Icon name="stop" size={16} />} onClick={open}>
        Cancel load
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={close}
        title="Cancel this load?"
        confirmLabel="Cancel load"
        act={() => weft.loader.cancel({ id: load.id })}
        message={isWriting ? "The load ends after the current batch." : "Load canceled."}
        stale={[queryKeys.loads.all()]}
      >
        <Text size="sm">
          {isWriting
            ? `${pluralize(load.progress.rowsDone, "row")} written so far. The load ends after the current batch. Written rows are kept; you can undo the load afterwards.`
            : "Nothing has been written, and nothing will be."}
        </Text>
      </ConfirmDialog>
    </>
  );
}
