import { Anchor, Card, Group, List, Text, ThemeIcon, Title } from "@mantine/core";
import { Link, type LinkProps } from "@tanstack/react-router";
import { Icon } from "../ui/icon.tsx";
import type { IconName } from "../ui/icon-paths.ts";

interface Step {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly link: LinkProps;
}

const steps: readonly Step[] = [
  {
    icon: "loads",
    title: "Load the sample file",
    text: "Load a small CSV file of products. Preview the changes before they are written.",
    link: { to: "/loads/new" },
  },
  {
    icon: "entities",
    title: "Browse items",
    text: "Search, filter and edit items in a table, and see their history.",
    link: { to: "/entities/$kind", params: { kind: "items" } },
  },
  {
    icon: "webhooks",
    title: "Create a webhook",
    text: "Notify another system of changes.",
    link: { to: "/webhooks" },
  },
  {
    icon: "reference",
    title: "Read the API reference",
    text: "All operations, with examples to copy.",
    link: { to: "/reference" },
  },
];

/** Shown to an empty organization instead of empty charts. */
export function FirstSteps() {
  return (
    <Card withBorder padding="lg" maw={720}>
      <Title order={2} size="h4">
        First steps
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        No data yet. Start with one of these steps. The charts appear once there is data.
      </Text>
      <List listStyleType="none" spacing="md" aria-label="First steps" type="ordered">
        {steps.map(({ icon, title, text, link }) => (
          <List.Item key={title}>
            <Group gap="sm" wrap="nowrap" align="flex-start">
              <ThemeIcon variant="light" size="lg" radius="md">
                <Icon name={icon} />
              </ThemeIcon>
              <div>
                <Anchor fw={550} renderRoot={(props) => <Link {...props} {...link} />}>
                  {title}
                </Anchor>
                <Text size="sm" c="dimmed">
                  {text}
                </Text>
              </div>
            </Group>
          </List.Item>
        ))}
      </List>
    </Card>
  );
}
