import { Group, Text } from "@mantine/core";
import { ErrorNote } from "../ui/error-note.tsx";
import { Icon } from "../ui/icon.tsx";
import { pluralize } from "./format-load.ts";
import type { LoadDraft } from "./use-load-draft.ts";
import { useLook } from "./use-look.ts";

/** What the first rows show about the mapping, while it is edited. */
export function LookNote({ draft }: { readonly draft: LoadDraft }) {
  const { look, isBehind } = useLook(draft);
  if (look.error !== null) return <ErrorNote error={look.error} />;
  if (look.data === undefined || isBehind) {
    return (
      <Text size="sm" c="dimmed" role="status">
        Checking the first rows…
      </Text>
    );
  }
  const { errors, warnings } = look.data;
  return (
    <Group gap="xs" role="status">
      <Icon name={errors > 0 ? "warning" : "check"} />
      <Text size="sm">
        {errors === 0 ? "The first rows can be loaded" : `The first rows have ${pluralize(errors, "error")}`}
        {warnings > 0 && `, with ${pluralize(warnings, "warning")}`}.
      </Text>
    </Group>
  );
}
