import { Alert, Anchor, Button, Group, List, Skeleton, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { kindOfType } from "../entities/entity-kind.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { formatNumber } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { countEntities, type Misfits, type Preview } from "./use-preview.ts";

interface PreviewNoteProps {
  readonly preview: Preview;
  /** Of the affected entities. Default: they are not linked. */
  readonly typePath?: string;
  /** Whether there is a change to check. */
  readonly isWhole?: boolean;
}

/** The effects of a change, by a dry run. */
export function PreviewNote({ preview, typePath, isWhole = true }: PreviewNoteProps) {
  if (!isWhole) return null;
  switch (preview.state) {
    case "waiting":
      return <Skeleton height={48} aria-label="Checking the change" />;
    case "fits":
      return (
        <Alert color="teal" variant="outline" icon={<Icon name="check" />} title="No conflicts" role="status">
          <Text size="sm">
            {preview.converted === undefined
              ? "All stored entities stay valid."
              : `${countEntities(preview.converted)} would be converted.`}
          </Text>
        </Alert>
      );
    case "breaks":
      return <Breaks misfits={preview.misfits} typePath={typePath} />;
    case "refused":
      return <ErrorNote error={preview.error} />;
  }
}

function Breaks({ misfits, typePath }: { readonly misfits: Misfits; readonly typePath: string | undefined }) {
  const { count, byProperty, sampleIds } = misfits;
  const kind = typePath === undefined ? undefined : kindOfType(typePath)?.path;
  const title = `${countEntities(count)} would become invalid`;
  return (
    <Alert color="red" variant="outline" icon={<Icon name="warning" />} title={title} role="status">
      <List size="sm">
        {byProperty.map(([slug, times]) => (
          <List.Item key={slug}>
            because of <span className="mono">{slug}</span>: {formatNumber(times)}
          </List.Item>
        ))}
      </List>
      {kind !== undefined && sampleIds.length > 0 && (
        <Group gap="xs" mt="xs">
          <Text size="sm">Examples:</Text>
          {sampleIds.slice(0, 5).map((id) => (
            <Anchor
              key={id}
              size="sm"
              className="mono"
              renderRoot={(props) => <Link {...props} to="/entities/$kind/$id" params={{ kind, id }} target="_blank" />}
            >
              …{id.slice(-6)}
            </Anchor>
          ))}
        </Group>
      )}
      <Text size="sm" mt="xs">
        Fix them first. If you save anyway, they stay unchanged.
      </Text>
    </Alert>
  );
}

interface SaveButtonsProps {
  readonly preview: Preview;
  readonly isPending: boolean;
  readonly saveLabel: string;
  readonly onCancel: () => void;
  /** With force, invalid entities are accepted. */
  readonly onSave: (force: boolean) => void;
}

/** Saves a change without conflicts; a change with conflicts has a separate button that names them. */
export function SaveButtons({ preview, isPending, saveLabel, onCancel, onSave }: SaveButtonsProps) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      {preview.state === "breaks" ? (
        <Button color="red.9" loading={isPending} onClick={() => onSave(true)}>
          Save anyway ({countEntities(preview.misfits.count)} invalid)
        </Button>
      ) : (
        <Button loading={isPending} disabled={preview.state !== "fits"} onClick={() => onSave(false)}>
          {saveLabel}
        </Button>
      )}
    </Group>
  );
}
