import { Center, Stack, Text, ThemeIcon } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon-paths.ts";

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  /** What would be here, and how to get it. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <Center p="xl">
      <Stack align="center" gap="sm" maw={440} ta="center">
        <ThemeIcon variant="light" size={48} radius="xl">
          <Icon name={icon} size={24} />
        </ThemeIcon>
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed" component="div">
          {children}
        </Text>
        {action}
      </Stack>
    </Center>
  );
}
