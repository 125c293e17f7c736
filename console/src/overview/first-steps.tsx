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
    text: "A small CSV file of products is ready to be loaded. See what it would write before it does.",
    link: { to: "/loads/new" },
  },
  {
    icon: "entities",
    title: "Look at the items",
    text: "Search, filter and edit them in a table, and see each one's history.",
    link: { to: "/entities/$kind", params: { kind: "items" } },
  },
  {
    icon: "webhooks",
    title: "Create a webhook",
    text: "Tell another system of changes as they happen.",
    link: { to: "/webhooks" },
  },
  {
    icon: "reference",
    title: "Read the API reference",
    text: "Every call, with examples that can be tried at once.",
    link: { to: "/reference" },
  },
];

/** What an organization with nothing in it sees instead of empty charts. */
export function FirstSteps() {
  return (
    <Card withBorder padding="lg" maw={720}>
      <Title order={2} size="h4">
        First steps
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        There is nothing here yet. Begin with any of these; the charts come when there is something to show.
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
