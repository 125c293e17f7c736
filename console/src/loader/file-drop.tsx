import { Alert, Button, FileButton, Group, List, Progress, Stack, Text } from "@mantine/core";
import type { UploadProgress } from "@weft/client";
import { useEffect, useRef, useState } from "react";
import { ErrorNote } from "../ui/error-note.tsx";
import { formatBytes } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { CsvGrid } from "./csv-grid.tsx";
import { SampleButton } from "./download-button.tsx";
import classes from "./file-drop.module.css";
import { FileFacts } from "./file-step.tsx";
import { useUpload } from "./uploaded-file.ts";

/** Accepts a dropped, chosen or pasted file; shows its content while it is uploading. */
export function FileDrop() {
  const { chosen, progress, error, isPending, send } = useUpload();
  usePasted(send);
  return (
    <Stack>
      <DropZone onFile={send} isBusy={isPending} />
      {error !== null && <ErrorNote error={error} />}
      {chosen !== undefined && chosen.preview.errors.length > 0 && <CannotLoad errors={chosen.preview.errors} />}
      {isPending && progress !== undefined && <UploadBar progress={progress} />}
      {chosen !== undefined && (
        <>
          <FileFacts file={chosen} />
          <CsvGrid preview={chosen.preview} />
        </>
      )}
    </Stack>
  );
}

interface DropZoneProps {
  readonly onFile: (file: File) => void;
  readonly isBusy: boolean;
}

function DropZone({ onFile, isBusy }: DropZoneProps) {
  const isOver = useDropped(onFile);
  const resetChooser = useRef<() => void>(null);
  const take = (file: File | null) => {
    if (file !== null) onFile(file);
    // Otherwise a corrected file could not be chosen again: its name has not changed.
    resetChooser.current?.();
  };
  return (
    <section className={classes["zone"]} data-over={isOver} aria-label="Drop a CSV file here">
      <Stack align="center" gap="sm">
        <Icon name="upload" size={32} />
        <Text fw={600}>Drop a CSV file here</Text>
        <Text size="sm" c="dimmed" maw={460}>
          Or choose one, or paste rows from a spreadsheet with Ctrl V. The first row must contain the column names.
        </Text>
        <Group justify="center">
          <FileButton resetRef={resetChooser} onChange={take} accept=".csv,.tsv,.txt,text/csv">
            {(props) => (
              <Button {...props} loading={isBusy} leftSection={<Icon name="file" size={16} />}>
                Choose file
              </Button>
            )}
          </FileButton>
          <SampleButton />
        </Group>
      </Stack>
    </section>
  );
}

/** Accepted anywhere on the page: a browser leaves the page when a file is dropped outside a drop zone. */
function useDropped(onFile: (file: File) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const ends = new AbortController();
    const listen = (name: "dragover" | "dragleave" | "drop", act: (event: DragEvent) => void) =>
      document.addEventListener(name, act, { signal: ends.signal });
    listen("dragover", (event) => {
      event.preventDefault();
      setIsOver(event.dataTransfer?.types.includes("Files") === true);
    });
    listen("dragleave", ({ relatedTarget }) => relatedTarget === null && setIsOver(false));
    listen("drop", (event) => {
      event.preventDefault();
      setIsOver(false);
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) onFile(file);
    });
    return () => ends.abort();
  }, [onFile]);
  return isOver;
}

/** Rows copied from a spreadsheet are text with tabs. */
function usePasted(onFile: (file: File) => void): void {
  useEffect(() => {
    const take = ({ clipboardData, target }: ClipboardEvent) => {
      const isTyping = target instanceof HTMLElement && target.closest("input, textarea, [contenteditable]") !== null;
      if (isTyping || clipboardData === null) return;
      const text = clipboardData.getData("text/plain");
      const file = clipboardData.files[0] ?? (text.includes("\n") ? new File([text], "pasted.csv") : undefined);
      if (file !== undefined) onFile(file);
    };
    document.addEventListener("paste", take);
    return () => document.removeEventListener("paste", take);
  }, [onFile]);
}

function CannotLoad({ errors }: { readonly errors: readonly string[] }) {
  return (
    <Alert color="red" variant="outline" title="This file cannot be loaded" icon={<Icon name="warning" />} role="alert">
      <List size="sm">
        {errors.map((error) => (
          <List.Item key={error}>{error}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

function UploadBar({ progress: { sent, size } }: { readonly progress: UploadProgress }) {
  const percent = size === 0 ? 100 : Math.round((sent / size) * 100);
  return (
    <div>
      <Progress.Root size={10}>
        <Progress.Section value={percent} aria-label={`Uploaded ${percent} %`} />
      </Progress.Root>
      <Text size="sm" c="dimmed" className="numbers">
        {formatBytes(sent)} of {formatBytes(size)} uploaded
      </Text>
    </div>
  );
}
