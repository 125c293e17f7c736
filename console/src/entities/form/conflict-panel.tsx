import { Alert, Button, Group, Paper, SegmentedControl, Stack, Table, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { ApiError } from "@weft/client";
import { useRef, useState } from "react";
import { ErrorNote } from "../../ui/error-note.tsx";
import { Icon } from "../../ui/icon.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { useLeaveGuard } from "../../ui/use-leave-guard.tsx";
import type { AnyEntity } from "../any-entity.ts";
import type { EntityProperty } from "../entity-property.ts";
import { useOptionSets } from "../entity-queries.ts";
import { showValue, type ValueLabels } from "../show-value.ts";
import { useReferred } from "../use-referred.ts";
import { type Choice, type Conflict, findConflict, mergedBody } from "./merge-conflict.ts";

type Fields = Readonly<Record<string, unknown>>;

interface ConflictPanelProps {
  /** The state when the form was opened. */
  readonly before: AnyEntity;
  /** The stored state. */
  readonly theirs: AnyEntity;
  /** The values to write. */
  readonly yours: Fields;
  readonly fields: readonly EntityProperty[];
  readonly save: (body: Fields) => Promise<AnyEntity>;
  readonly onSaved: (saved: AnyEntity) => void;
  /** Another user saved first again. */
  readonly onAgain: (yours: Fields) => void;
  readonly onGiveUp: () => void;
}

/** Another user has saved: both versions, field by field, to choose from. */
export function ConflictPanel(props: ConflictPanelProps) {
  const { before, theirs, yours, fields, save, onSaved, onAgain, onGiveUp } = props;
  const conflict = findConflict(
    before,
    theirs,
    yours,
    fields.map(({ slug }) => slug),
  );
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const isDecidedOn = useRef(false);
  const question = useLeaveGuard({ mayLeave: () => isDecidedOn.current });
  const leave = (go: () => void) => {
    isDecidedOn.current = true;
    go();
  };
  const saving = useMutation({
    mutationFn: () => save(mergedBody(conflict, yours, choices)),
    onSuccess: (saved) => leave(() => onSaved(saved)),
    onError: (error) => {
      if (error instanceof ApiError && error.status === 412) onAgain(mergedBody(conflict, yours, choices));
    },
  });
  const meanings = {
    options: useOptionSets(fields),
    referred: useReferred([before, theirs, { ...theirs, ...yours }], fields),
  };
  const isDecided = conflict.rows.every(({ slug }) => choices[slug] !== undefined);
  return (
    <Paper withBorder p="md" component="section" aria-label="Conflict" maw={1100}>
      {question}
      <Stack>
        <Alert
          variant="outline"
          color="yellow"
          icon={<Icon name="warning" />}
          title="Someone else saved first"
          role="alert"
        >
          <Text size="sm" c="var(--weft-text)">
            Your changes are not saved. The entity was changed <TimeAgo time={theirs.updatedOn} /> and is now version{" "}
            {theirs.version}; you opened version {before.version}.
          </Text>
        </Alert>
        {conflict.rows.length > 0 && (
          <ChoiceTable
            conflict={conflict}
            fields={fields}
            meanings={meanings}
            choices={choices}
            onChoose={setChoices}
          />
        )}
        <Rest conflict={conflict} fields={fields} />
        {saving.error !== null && <ErrorNote error={saving.error} />}
        <Group>
          <Button onClick={() => saving.mutate()} loading={saving.isPending} disabled={!isDecided}>
            {conflict.rows.length > 0 ? "Save selected values" : "Save my changes"}
          </Button>
          <Button variant="default" onClick={() => leave(onGiveUp)}>
            Discard my changes
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

interface ChoiceTableProps {
  readonly conflict: Conflict;
  readonly fields: readonly EntityProperty[];
  readonly meanings: ValueLabels;
  readonly choices: Readonly<Record<string, Choice>>;
  readonly onChoose: (choices: Readonly<Record<string, Choice>>) => void;
}

function ChoiceTable({ conflict, fields, meanings, choices, onChoose }: ChoiceTableProps) {
  const text = (slug: string, value: unknown) => {
    const field = fields.find((one) => one.slug === slug);
    const shown = field === undefined ? JSON.stringify(value) : showValue(field, value, meanings);
    return shown === "" ? "empty" : shown;
  };
  return (
    <Table.ScrollContainer minWidth={620}>
      <Table aria-label="Conflicting fields">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Field</Table.Th>
            <Table.Th>Before</Table.Th>
            <Table.Th>Theirs</Table.Th>
            <Table.Th>Mine</Table.Th>
            <Table.Th>Keep</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {conflict.rows.map(({ slug, before, theirs, yours }) => (
            <Table.Tr key={slug}>
              <Table.Td>{labelOf(fields, slug)}</Table.Td>
              <Table.Td>{text(slug, before)}</Table.Td>
              <Table.Td>{text(slug, theirs)}</Table.Td>
              <Table.Td>{text(slug, yours)}</Table.Td>
              <Table.Td>
                <Keep
                  label={`Keep for ${labelOf(fields, slug)}`}
                  value={choices[slug]}
                  onChange={(choice) => onChoose({ ...choices, [slug]: choice })}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface KeepProps {
  readonly label: string;
  readonly value: Choice | undefined;
  readonly onChange: (choice: Choice) => void;
}

/** Nothing is preselected: the user must decide. */
function Keep({ label, value, onChange }: KeepProps) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={label}
      value={value ?? ""}
      onChange={(choice) => onChange(choice === "yours" ? "yours" : "theirs")}
      data={[
        { value: "theirs", label: "Theirs" },
        { value: "yours", label: "Mine" },
      ]}
    />
  );
}

/** The fields that need no decision. */
function Rest({ conflict, fields }: { readonly conflict: Conflict; readonly fields: readonly EntityProperty[] }) {
  const names = (slugs: readonly string[]) => slugs.map((slug) => labelOf(fields, slug)).join(", ");
  return (
    <>
      {conflict.onlyYours.length > 0 && (
        <Text size="sm">Changed only by you: {names(conflict.onlyYours)}. Your values are kept.</Text>
      )}
      {conflict.onlyTheirs.length > 0 && (
        <Text size="sm">Changed only by them: {names(conflict.onlyTheirs)}. Their values are kept.</Text>
      )}
    </>
  );
}

function labelOf(fields: readonly EntityProperty[], slug: string): string {
  return fields.find((field) => field.slug === slug)?.label ?? slug;
}
