import { Select, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { FormEnd } from "./form-end.tsx";

interface RotateFormProps<Made> {
  /** "key" or "secret". */
  readonly noun: string;
  /** The maximum time for which the service keeps the old one valid. */
  readonly daysMax: number;
  /** What happens to the old one and the new one. */
  readonly children: ReactNode;
  readonly rotate: (overlapSeconds: number) => Promise<Made>;
  readonly onMade: (made: Made) => void;
  readonly onCancel: () => void;
}

const overlaps = [
  { value: "0", label: "Revoke immediately" },
  { value: "3600", label: "1 hour" },
  { value: "86400", label: "1 day" },
  { value: "604800", label: "1 week" },
  { value: "2592000", label: "30 days" },
];
const daySeconds = 86_400;
const usual = "86400";

/** Both are valid for a while, so that nothing stops while the new one is deployed. */
export function RotateForm<Made>({ noun, daysMax, children, rotate, onMade, onCancel }: RotateFormProps<Made>) {
  const [overlap, setOverlap] = useState(usual);
  const made = useMutation({ mutationFn: () => rotate(Number(overlap)), onSuccess: onMade });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    made.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{children}</Text>
        <Select
          label={`Keep the old ${noun} for`}
          data={overlaps.filter(({ value }) => Number(value) <= daysMax * daySeconds)}
          value={overlap}
          onChange={(value) => setOverlap(value ?? usual)}
          allowDeselect={false}
          data-autofocus
        />
        <FormEnd saving={made} submitLabel={`Create new ${noun}`} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
