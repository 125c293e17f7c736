import { ActionIcon, Button, FileButton, Group, Input, type InputWrapperProps, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type ClipboardEvent, type DragEvent, useRef, useState } from "react";
import { useWeft } from "../../session/session.ts";
import { Icon } from "../../ui/icon.tsx";
import { notifyError } from "../../ui/notify.ts";
import { Picture } from "../pictures/picture.tsx";
import classes from "./picture-field.module.css";

interface PictureFieldProps {
  readonly label: string;
  readonly description: string | undefined;
  readonly error: string | undefined;
  readonly withAsterisk: boolean;
  readonly labelProps: NonNullable<InputWrapperProps["labelProps"]>;
  readonly inputWrapperOrder: ("label" | "input" | "description" | "error")[];
  readonly fileIds: readonly string[];
  /** Otherwise a new picture replaces the one before. */
  readonly isList: boolean;
  readonly onChange: (fileIds: readonly string[]) => void;
}

/** Pictures, uploaded when they are chosen, dropped or pasted. */
export function PictureField({ fileIds, isList, onChange, ...words }: PictureFieldProps) {
  const { take, isPending, place } = usePictureUpload(isList, (added) =>
    onChange(isList ? [...fileIds, ...added] : added.slice(0, 1)),
  );
  return (
    <Input.Wrapper {...words} labelElement="div">
      <div className={classes["place"]} {...place}>
        <Stack gap="xs" align="flex-start">
          <Group gap="xs">
            {fileIds.map((fileId, place) => (
              <Placed
                key={fileId}
                fileId={fileId}
                label={isList ? `${words.label} ${place + 1}` : words.label}
                onRemove={() => onChange(fileIds.filter((one) => one !== fileId))}
                onForward={isList && place > 0 ? () => onChange(movedForward(fileIds, place)) : undefined}
              />
            ))}
          </Group>
          <ChooseButton
            verb={isList || fileIds.length === 0 ? "Add" : "Replace"}
            label={words.label}
            isPending={isPending}
            onFiles={take}
          />
          <Text size="xs" c="dimmed">
            Or drop {isList ? "pictures" : "a picture"} here, or paste {isList ? "them" : "it"}.
          </Text>
        </Stack>
      </div>
    </Input.Wrapper>
  );
}

/** Uploads pictures. `place` makes an element accept them by drop and paste. */
export function usePictureUpload(isList: boolean, onAdded: (fileIds: readonly string[]) => void) {
  const weft = useWeft();
  const [isOver, setIsOver] = useState(false);
  const upload = useMutation({
    mutationFn: (files: readonly File[]) => Promise.all(files.map((file) => weft.files.upload({ file }))),
    onSuccess: (stored) => onAdded(stored.map(({ id }) => id)),
    onError: notifyError,
  });
  const take = (files: readonly File[]) => {
    const pictures = files.filter(({ type }) => type.startsWith("image/"));
    if (pictures.length > 0) upload.mutate(isList ? pictures : pictures.slice(0, 1));
    else if (files.length > 0) notifyError(new Error(`${files[0]?.name ?? "The file"} is not a picture.`));
  };
  const drag = (isInside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setIsOver(isInside);
  };
  const place = {
    "data-over": isOver || undefined,
    onDragOver: drag(true),
    onDragLeave: drag(false),
    onDrop: (event: DragEvent) => {
      drag(false)(event);
      take([...event.dataTransfer.files]);
    },
    onPaste: (event: ClipboardEvent) => take([...event.clipboardData.files]),
  };
  return { take, isPending: upload.isPending, place };
}

function movedForward(fileIds: readonly string[], place: number): string[] {
  const moved = [...fileIds];
  moved.splice(place - 1, 0, ...moved.splice(place, 1));
  return moved;
}

interface PlacedProps {
  readonly fileId: string;
  readonly label: string;
  readonly onRemove: () => void;
  readonly onForward: (() => void) | undefined;
}

function Placed({ fileId, label, onRemove, onForward }: PlacedProps) {
  return (
    <Stack gap={4}>
      <Picture fileId={fileId} label={label} width={160} height={200} />
      <Group gap={4}>
        {onForward !== undefined && (
          <ActionIcon variant="default" aria-label={`Move ${label} forward`} onClick={onForward}>
            <Icon name="left" size={16} />
          </ActionIcon>
        )}
        <Button size="compact-sm" variant="default" aria-label={`Remove ${label}`} onClick={onRemove}>
          Remove
        </Button>
      </Group>
    </Stack>
  );
}

interface ChooseButtonProps {
  readonly verb: "Add" | "Replace";
  readonly label: string;
  readonly isPending: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

function ChooseButton({ verb, label, isPending, onFiles }: ChooseButtonProps) {
  const resetChooser = useRef<() => void>(null);
  const take = (files: readonly File[]) => {
    onFiles(files);
    // Otherwise a corrected picture could not be chosen again: its name has not changed.
    resetChooser.current?.();
  };
  return (
    <FileButton resetRef={resetChooser} accept="image/*" multiple onChange={take}>
      {(props) => (
        <Button
          {...props}
          variant="default"
          leftSection={<Icon name="upload" size={16} />}
          loading={isPending}
          aria-label={`${verb} picture: ${label}`}
        >
          {verb} picture…
        </Button>
      )}
    </FileButton>
  );
}
