import { Alert, Button, Group, List, Progress, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { pluralize } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import type { CreatedOptions, useOptionCreation } from "./use-option-creation.ts";

/** How far the creation of colorways is. */
export function CreationProgress({ progress }: Pick<ReturnType<typeof useOptionCreation>, "progress">) {
  const { doneCount, totalCount } = progress;
  const percent = totalCount === 0 ? 0 : (100 * doneCount) / totalCount;
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        Creating colorways: {doneCount} of {totalCount}
      </Text>
      <Progress value={percent} aria-label="Progress of the creation" />
    </Stack>
  );
}

const shownMax = 20;

interface RefusedOptionsProps {
  readonly created: CreatedOptions;
  readonly onRetry: () => void;
  /** What else to do. */
  readonly children: ReactNode;
}

/** The colorways that were not created, and why. */
export function RefusedOptions({ created, onRetry, children }: RefusedOptionsProps) {
  const { createdCount, outcome } = created;
  const { refused } = outcome;
  const title = `${pluralize(refused.length, "colorway was", "colorways were")} not created`;
  return (
    <Stack>
      <Alert color="red" variant="outline" icon={<Icon name="warning" />} title={title} role="alert">
        <List size="sm" aria-label="Colorways not created">
          {refused.slice(0, shownMax).map(({ option, reason }) => (
            <List.Item key={option.title}>
              <strong>{option.title}</strong>: {reason}
            </List.Item>
          ))}
        </List>
        {refused.length > shownMax && <Text size="sm">… and {refused.length - shownMax} more.</Text>}
      </Alert>
      <Text size="sm">
        {createdCount === 0
          ? "No colorway was created."
          : `${pluralize(createdCount, "colorway was", "colorways were")} created.`}
      </Text>
      <Group>
        <Button onClick={onRetry}>Try again</Button>
        {children}
      </Group>
    </Stack>
  );
}
