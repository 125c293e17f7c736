import { Alert, Box, Button, Grid, Group, Paper, SegmentedControl, Stack, Text, Title } from "@mantine/core";
import { ApiError, type EventWorkflow } from "@weft/client";
import { type Dispatch, useEffect, useReducer, useState } from "react";
import { mayDo, useSession } from "../../session/session.ts";
import { CodeEditor } from "../../ui/code-editor.tsx";
import { ErrorNote } from "../../ui/error-note.tsx";
import { Icon } from "../../ui/icon.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { useLeaveGuard } from "../../ui/use-leave-guard.tsx";
import { useDefinitionCheck, useSaveDefinition } from "./definition-calls.ts";
import classes from "./definition-editor.module.css";
import { DefinitionForm } from "./definition-form.tsx";
import { type Draft, draftOf, readDraft, writeDraft } from "./draft.ts";
import { beginEditing, type Edit, type EditorProps, editDraft, isTouched } from "./edit-draft.ts";
import { CheckNote, ErrorList } from "./error-list.tsx";
import { FlowPicture } from "./flow-picture.tsx";
import { useKindProperties } from "./use-properties.ts";

interface DefinitionEditorProps {
  /** Undefined for a new one. */
  readonly workflow?: EventWorkflow;
  /** The initial definition of a new one. */
  readonly start?: Draft;
  readonly view: "form" | "json";
  readonly onView: (view: "form" | "json") => void;
  readonly onSaved: (workflow: EventWorkflow) => void;
}

/** Edits a definition as a form or as JSON; the service validates it while the user types. */
export function DefinitionEditor({ workflow, start, view, onView, onSaved }: DefinitionEditorProps) {
  const [state, dispatch] = useReducer(editDraft, undefined, () =>
    beginEditing(
      workflow === undefined ? (start ?? { name: "", triggers: [], tasks: [] }) : draftOf(workflow),
      workflow?.version,
    ),
  );
  useEffect(() => {
    if (workflow !== undefined) dispatch({ type: "read", workflow });
  }, [workflow]);
  const isNew = workflow === undefined;
  const hasEdits = isTouched(state);
  const mayWrite = mayDo(useSession().who, isNew ? "create" : "update", "event-workflow");
  const check = useDefinitionCheck(state.draft, workflow?.id, mayWrite);
  const propertiesOf = useKindProperties();
  const save = useSaveDefinition(workflow?.id, (saved) => {
    dispatch({ type: "saved", workflow: saved });
    onSaved(saved);
  });
  const errors = hasEdits ? check.errors : [];
  const editor = { draft: state.draft, keys: state.keys, dispatch, errors, propertiesOf, isSaved: !isNew };
  return (
    <Stack>
      <ConflictNote newer={state.newer} dispatch={dispatch} />
      {isNews(save.error) && check.errors.length === 0 && <ErrorNote error={save.error} />}
      {hasEdits && <ErrorList check={check} draft={state.draft} />}
      <Grid gap="lg" overflow="hidden">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Stack>
            <ViewSwitch view={view} onView={onView} />
            <fieldset disabled={!mayWrite} className={classes["fields"]}>
              {view === "form" ? (
                <DefinitionForm {...editor} />
              ) : (
                <DefinitionJson draft={state.draft} dispatch={dispatch} />
              )}
            </fieldset>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Box pos="sticky" top={76}>
            <Paper withBorder p="md" component="section" aria-label="Workflow diagram">
              <Title order={2} size="h5" mb="sm">
                Diagram
              </Title>
              <div style={{ maxHeight: "calc(100vh - 230px)", overflow: "auto" }}>
                <FlowPicture draft={state.draft} errors={errors} />
              </div>
            </Paper>
          </Box>
        </Grid.Col>
      </Grid>
      {mayWrite ? (
        <SaveBar
          isNew={isNew}
          hasEdits={hasEdits}
          note={<CheckNote check={check} isTouched={hasEdits} />}
          isSaving={save.isPending}
          isBlocked={state.newer !== undefined}
          onSave={() => save.mutate({ draft: state.draft, version: state.saved.version })}
        />
      ) : (
        <Text size="sm">Your role may not change workflows. Ask an administrator for permission.</Text>
      )}
      <LeavingGuard isNeeded={hasEdits && !save.isPending} />
    </Stack>
  );
}

/** The note about a conflict says more. */
function isNews(error: Error | null): boolean {
  return error !== null && !(error instanceof ApiError && error.status === 412);
}

function ViewSwitch({ view, onView }: Pick<DefinitionEditorProps, "view" | "onView">) {
  return (
    <SegmentedControl
      aria-label="Editor mode"
      w="fit-content"
      data={[
        { value: "form", label: "Form" },
        { value: "json", label: "JSON" },
      ]}
      value={view}
      onChange={(next) => onView(next === "json" ? "json" : "form")}
    />
  );
}

interface SaveBarProps {
  readonly isNew: boolean;
  readonly hasEdits: boolean;
  readonly note: React.ReactNode;
  readonly isSaving: boolean;
  readonly isBlocked: boolean;
  readonly onSave: () => void;
}

/** Stays visible however long the definition is. */
function SaveBar({ isNew, hasEdits, note, isSaving, isBlocked, onSave }: SaveBarProps) {
  return (
    <Paper withBorder p="sm" pos="sticky" bottom={0} style={{ zIndex: 5 }}>
      <Group justify="space-between">
        {note}
        <Button
          leftSection={<Icon name="check" />}
          loading={isSaving}
          disabled={isBlocked || !(isNew || hasEdits)}
          onClick={onSave}
        >
          {isNew ? "Create workflow" : "Save"}
        </Button>
      </Group>
    </Paper>
  );
}

interface ConflictNoteProps {
  readonly newer: EventWorkflow | undefined;
  readonly dispatch: Dispatch<Edit>;
}

/** Another user saved first: nothing is overwritten unless this user decides so. */
function ConflictNote({ newer, dispatch }: ConflictNoteProps) {
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

function LeavingGuard({ isNeeded }: { readonly isNeeded: boolean }) {
  return useLeaveGuard({
    mayLeave: () => !isNeeded,
    isKeptOnPage: true,
    question: "Your changes to this definition are not saved and will be lost.",
    leaveLabel: "Leave",
  });
}

/** The same definition as JSON. Valid JSON updates the form at once; invalid text stays here until it is fixed. */
function DefinitionJson({ draft, dispatch }: Pick<EditorProps, "draft" | "dispatch">) {
  const [text, setText] = useState(() => writeDraft(draft));
  const read = readDraft(text);
  const change = (next: string) => {
    setText(next);
    const understood = readDraft(next);
    if ("draft" in understood) dispatch({ type: "replace", draft: understood.draft });
  };
  return (
    <CodeEditor
      label="Definition"
      description="As sent to the API. The form shows the same definition."
      language="json"
      minHeight={420}
      maxHeight={720}
      value={text}
      onChange={change}
      error={"error" in read ? read.error : undefined}
    />
  );
}
