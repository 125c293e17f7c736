import { Button, FileButton, Group, Input, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useWeft } from "../../session/session.ts";
import { Icon } from "../../ui/icon.tsx";
import { notifyError } from "../../ui/notify.ts";
import { Picture } from "../picture.tsx";

interface ImageFieldProps {
  readonly label: string;
  readonly description: string | undefined;
  readonly error: string | undefined;
  readonly withAsterisk: boolean;
  readonly inputWrapperOrder: ("label" | "input" | "description" | "error")[];
  readonly value: string;
  /** The id of a file, or the URL of a picture elsewhere. */
  readonly onChange: (value: string) => void;
}

/** A picture, uploaded when it is chosen; or the URL of one elsewhere. */
export function ImageField({ value, onChange, ...words }: ImageFieldProps) {
  const [hasUrl, setHasUrl] = useState(value !== "" && !isFileId(value));
  return (
    <Input.Wrapper {...words} labelElement="div">
      <Stack gap="xs" align="flex-start">
        {isFileId(value) && <Picture fileId={value} label={words.label} heightMax={240} />}
        {hasUrl && (
          <TextInput
            type="url"
            w="100%"
            aria-label={`URL of ${words.label}`}
            placeholder="https://"
            value={isFileId(value) ? "" : value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )}
        <Group gap="xs">
          <ChooseButton isReplacing={value !== ""} label={words.label} onUploaded={onChange} />
          {value !== "" && (
            <Button variant="default" aria-label={`Remove ${words.label}`} onClick={() => onChange("")}>
              Remove
            </Button>
          )}
          {!hasUrl && value === "" && (
            <Button variant="subtle" onClick={() => setHasUrl(true)}>
              Use a URL
            </Button>
          )}
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}

interface ChooseButtonProps {
  readonly isReplacing: boolean;
  readonly label: string;
  readonly onUploaded: (fileId: string) => void;
}

function ChooseButton({ isReplacing, label, onUploaded }: ChooseButtonProps) {
  const weft = useWeft();
  const upload = useMutation({
    mutationFn: (file: File) => weft.files.upload({ file }),
    onSuccess: ({ id }) => onUploaded(id),
    onError: notifyError,
  });
  const resetChooser = useRef<() => void>(null);
  const take = (file: File | null) => {
    if (file !== null) upload.mutate(file);
    // Otherwise a corrected image could not be chosen again: its name has not changed.
    resetChooser.current?.();
  };
  const verb = isReplacing ? "Replace" : "Add";
  return (
    <FileButton resetRef={resetChooser} accept="image/*" onChange={take}>
      {(props) => (
        <Button
          {...props}
          variant="default"
          leftSection={<Icon name="upload" size={16} />}
          loading={upload.isPending}
          aria-label={`${verb} picture: ${label}`}
        >
          {verb} picture…
        </Button>
      )}
    </FileButton>
  );
}

/** While a URL is typed, there is nothing to show yet. */
function isFileId(text: string): boolean {
  return /^[\w-]{16}$/.test(text);
}
