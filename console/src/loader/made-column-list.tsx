import { Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { Icon } from "../ui/icon.tsx";
import { MadeColumnForm } from "./made-column-form.tsx";
import { addMadeColumn, madeColumns, removeMadeColumn, replaceMadeColumn } from "./made-columns.ts";
import { readableColumns } from "./readable-columns.ts";
import type { LoadDraft } from "./use-load-draft.ts";

/** Columns that the file does not have: a fixed value for every row, or an expression. */
export function MadeColumnList({ draft }: { readonly draft: LoadDraft }) {
  const { configuration, mapped, change } = draft;
  const made = madeColumns(configuration, mapped.headers);
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Added columns
      </Title>
      {made.length === 0 && (
        <Text size="sm" c="dimmed">
          Set the same value in every row, such as a season, or compute one from other columns.
        </Text>
      )}
      {made.map(({ definition, place }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: They are identified by position.
        <Card key={index} withBorder padding="sm">
          <MadeColumnForm
            definition={definition}
            draft={draft}
            onChange={(changed) => change(replaceMadeColumn(configuration, place, changed))}
            onRemove={() => change(removeMadeColumn(configuration, place))}
          />
        </Card>
      ))}
      <Group gap="xs">
        <AddButton
          label="Add fixed value"
          onClick={() => change(addMadeColumn(configuration, { toProperty: "season", default: "" }))}
        />
        <AddButton
          label="Add expression"
          onClick={() =>
            change(
              addMadeColumn(configuration, {
                toProperty: "range",
                conditions: [
                  { conditional: `{${readableColumns(configuration, mapped)[0] ?? "column"}} !== ""`, value: "core" },
                ],
                default: "other",
              }),
            )
          }
        />
      </Group>
    </Stack>
  );
}

function AddButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <Button variant="default" size="xs" leftSection={<Icon name="plus" size={14} />} onClick={onClick}>
      {label}
    </Button>
  );
}
