import { Button, Group, List, Modal, Progress, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useWeft } from "../../session/session.ts";
import { ErrorNote } from "../../ui/error-note.tsx";
import { formatNumber, pluralize } from "../../ui/format.ts";
import { type EntityKind, wordOf } from "../entity-kind.ts";
import { type BulkDraft, BulkEditForm, draftOf, emptyDraft, readDraft } from "./bulk-edit-form.tsx";
import { BulkPreview } from "./bulk-preview.tsx";
import type { EntityRows } from "./entity-rows.ts";
import type { GridListing } from "./grid-calls.ts";
import { type GridColumn, isEditable } from "./grid-column.ts";
import { useGridTools } from "./grid-tools.ts";
import { changesOf } from "./plan-cells.ts";
import { type BulkEdit, planBulkEdit, readMatching, runBulkEdit } from "./run-bulk-edit.ts";
import type { GridEdits } from "./use-grid-edits.tsx";
import type { CellsOutcome } from "./write-cells.ts";

export interface BulkEditDialogProps {
  readonly kind: EntityKind;
  readonly rows: EntityRows;
  readonly listing: GridListing;
  readonly columns: readonly GridColumn[];
  /** The column to edit, if it is known. */
  readonly field?: string | undefined;
  readonly selected: ReadonlySet<string>;
  readonly edits: GridEdits;
  readonly onClose: () => void;
}

/** Changes one column of the selected rows, or of all that match. */
export function BulkEditDialog(props: BulkEditDialogProps) {
  const { kind, rows, columns, field, selected, onClose } = props;
  const [draft, setDraft] = useState<BulkDraft>({
    ...emptyDraft,
    ...draftOf(columns.find((column) => column.field === field)),
    scope: selected.size > 0 ? "selected" : "all",
  });
  const { running, progress, cancel } = useBulkRun(props);
  const { total, rows: read } = rows.state();
  const edit = readDraft(draft, columns.filter(isEditable));
  const inScope = draft.scope === "all" ? read : read.filter(({ id }) => selected.has(id));
  const count = draft.scope === "all" ? total : selected.size;
  const words = (of: number) => pluralize(of, wordOf(kind), wordOf(kind, 2));
  const outcome = running.data;
  return (
    <Modal opened onClose={running.isPending ? cancel : onClose} title={`Edit ${words(count)}`} size="lg" centered>
      {outcome !== undefined ? (
        <Summary outcome={outcome} onClose={onClose} />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (edit !== undefined) running.mutate({ edit, scope: draft.scope });
          }}
        >
          <Stack>
            <BulkEditForm
              draft={draft}
              columns={columns.filter(isEditable)}
              selectedCount={selected.size}
              total={total}
              isKnown={field !== undefined}
              onChange={setDraft}
            />
            {edit !== undefined && !running.isPending && <BulkPreview edit={edit} rows={inScope} />}
            {running.error !== null && <ErrorNote error={running.error} />}
            {running.isPending && <Running {...progress} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={running.isPending ? cancel : onClose}>
                {running.isPending ? "Stop" : "Cancel"}
              </Button>
              <Button type="submit" disabled={edit === undefined} loading={running.isPending}>
                Edit {words(count)}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}

interface BulkProgress {
  readonly step: "Reading" | "Writing";
  readonly count: number;
  readonly of: number;
}

function useBulkRun({ kind, rows, listing, selected, edits, onClose }: BulkEditDialogProps) {
  const weft = useWeft();
  const tools = useGridTools();
  const [progress, setProgress] = useState<BulkProgress>({ step: "Reading", count: 0, of: 0 });
  const stop = useRef<AbortController>(undefined);
  const running = useMutation({
    mutationFn: async ({ edit, scope }: { readonly edit: BulkEdit; readonly scope: BulkDraft["scope"] }) => {
      stop.current = new AbortController();
      const { signal } = stop.current;
      const { total } = rows.state();
      const onRead = (count: number) => setProgress({ step: "Reading", count, of: total });
      const targets =
        scope === "all"
          ? await readMatching(weft, { kind, listing, column: edit.column }, onRead, signal)
          : [...selected].flatMap((id) => rows.rowOf(id) ?? []);
      const changes = changesOf(planBulkEdit(edit, targets, tools));
      const onProgress = (count: number) => setProgress({ step: "Writing", count, of: changes.length });
      onProgress(0);
      return runBulkEdit({ changes, write: (part) => edits.write(part, targets), onProgress, signal });
    },
    onSuccess: (outcome) => {
      edits.record(`${pluralize(outcome.written.length, "cell")} changed`, outcome.written);
      if (outcome.refused.length + outcome.overtaken.length === 0) onClose();
    },
  });
  return { running, progress, cancel: () => stop.current?.abort() };
}

function Running({ step, count, of }: BulkProgress) {
  return (
    <div role="status">
      <Text size="sm" className="numbers">
        {step} {formatNumber(count)} of {formatNumber(of)}
      </Text>
      <Progress value={of === 0 ? 0 : (100 * count) / of} aria-label="Progress" />
    </div>
  );
}

const shownMax = 50;

function Summary({ outcome, onClose }: { readonly outcome: CellsOutcome; readonly onClose: () => void }) {
  const { written, refused, overtaken } = outcome;
  const lines = [
    ...refused.map(({ title, error }) => `${title}: ${error}`),
    ...overtaken.map(({ title }) => `${title}: changed by someone else meanwhile.`),
  ];
  return (
    <Stack>
      <Text size="sm">
        {pluralize(written.length, "cell")} changed, {pluralize(lines.length, "row")} not changed:
      </Text>
      <List size="sm">
        {lines.slice(0, shownMax).map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
      {lines.length > shownMax && (
        <Text size="sm" c="dimmed">
          … and {pluralize(lines.length - shownMax, "more row")}.
        </Text>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </Stack>
  );
}
