import { Select, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { FormEnd } from "./form-end.tsx";

interface RotateFormProps<Made> {
  /** The key, the secret. */
  readonly noun: string;
  /** The longest time for which the service lets the old one go on. */
  readonly daysMax: number;
  /** What happens to the old one and the new one. */
  readonly children: ReactNode;
  readonly rotate: (overlapSeconds: number) => Promise<Made>;
  readonly onMade: (made: Made) => void;
  readonly onCancel: () => void;
}

const overlaps = [
  { value: "0", label: "Not at all: it ends now" },
  { value: "3600", label: "An hour" },
  { value: "86400", label: "A day" },
  { value: "604800", label: "A week" },
  { value: "2592000", label: "30 days" },
];
const daySeconds = 86_400;
const usual = "86400";

/** Two of them for a while, so that nothing stops while the new one is put in place. */
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
          label={`The old ${noun} goes on for`}
          data={overlaps.filter(({ value }) => Number(value) <= daysMax * daySeconds)}
          value={overlap}
          onChange={(value) => setOverlap(value ?? usual)}
          allowDeselect={false}
          data-autofocus
        />
        <FormEnd saving={made} submitLabel={`Make the new ${noun}`} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
