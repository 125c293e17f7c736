import { Button, FileButton, Group, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useWeft } from "../../session/session.ts";
import { notifyFault } from "../../ui/notify.ts";

interface ImageFieldProps {
  readonly label: string;
  readonly description: string | undefined;
  readonly error: string | undefined;
  readonly withAsterisk: boolean;
  readonly inputWrapperOrder: ("label" | "input" | "description" | "error")[];
  readonly value: string;
  readonly onChange: (fileId: string) => void;
}

/** The id of an uploaded file, or a file that is uploaded now. */
export function ImageField({ value, onChange, ...words }: ImageFieldProps) {
  const weft = useWeft();
  const upload = useMutation({
    mutationFn: (file: File) => weft.files.upload({ file }),
    onSuccess: ({ id }) => onChange(id),
    onError: notifyFault,
  });
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        {...words}
        flex={1}
        placeholder="The id of a file"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <FileButton accept="image/*" onChange={(file) => file !== null && upload.mutate(file)}>
        {(props) => (
          <Button {...props} variant="default" loading={upload.isPending}>
            Upload…
          </Button>
        )}
      </FileButton>
    </Group>
  );
}
