import { Button, Center, Stack, Text, ThemeIcon } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

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

export function NotFoundPage() {
  const action = (
    <Button variant="default" renderRoot={(props) => <Link {...props} to="/" />}>
      Go to overview
    </Button>
  );
  return (
    <EmptyState icon="search" title="Page not found" action={action}>
      The address may be mistyped, or the page belongs to a newer version of the console.
    </EmptyState>
  );
}
