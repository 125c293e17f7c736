import { Button, FileButton, Group, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { useWeft } from "../../session/session.ts";
import { notifyError } from "../../ui/notify.ts";
import { Picture } from "../picture.tsx";

interface ImageFieldProps {
  readonly label: string;
  readonly description: string | undefined;
  readonly error: string | undefined;
  readonly withAsterisk: boolean;
  readonly inputWrapperOrder: ("label" | "input" | "description" | "error")[];
  readonly value: string;
  readonly onChange: (fileId: string) => void;
}

/** The id of an uploaded file, or a file to upload now. */
export function ImageField({ value, onChange, ...words }: ImageFieldProps) {
  const weft = useWeft();
  const upload = useMutation({
    mutationFn: (file: File) => weft.files.upload({ file }),
    onSuccess: ({ id }) => onChange(id),
    onError: notifyError,
  });
  const resetChooser = useRef<() => void>(null);
  const take = (file: File | null) => {
    if (file !== null) upload.mutate(file);
    // Otherwise a corrected image could not be chosen again: its name has not changed.
    resetChooser.current?.();
  };
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          {...words}
          flex={1}
          placeholder="File id"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <FileButton resetRef={resetChooser} accept="image/*" onChange={take}>
          {(props) => (
            <Button {...props} variant="default" loading={upload.isPending}>
              Upload…
            </Button>
          )}
        </FileButton>
      </Group>
      {isFileId(value) && <Picture fileId={value} label={words.label} heightMax={96} />}
    </Stack>
  );
}

/** While an id is typed, there is nothing to show yet. */
function isFileId(text: string): boolean {
  return /^[\w-]{16}$/.test(text);
}
