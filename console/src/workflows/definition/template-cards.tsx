import { Card, Group, SimpleGrid, Stack, Text, ThemeIcon, UnstyledButton } from "@mantine/core";
import { Icon } from "../../ui/icon.tsx";
import { templates } from "./templates.ts";

const blank = {
  key: "blank",
  title: "Empty workflow",
  words: "An external task when an item is changed.",
  icon: "plus",
} as const;

/** Templates for a new workflow. */
export function TemplateCards({ onChoose }: { readonly onChoose: (key: string) => void }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
      {[...templates, blank].map(({ key, title, words, icon }) => (
        <UnstyledButton key={key} onClick={() => onChoose(key)}>
          <Card withBorder h="100%">
            <Group wrap="nowrap" align="flex-start">
              <ThemeIcon variant="light" size="lg" radius="xl">
                <Icon name={icon} />
              </ThemeIcon>
              <Stack gap={2}>
                <Text fw={600}>{title}</Text>
                <Text size="sm" c="dimmed">
                  {words}
                </Text>
              </Stack>
            </Group>
          </Card>
        </UnstyledButton>
      ))}
    </SimpleGrid>
  );
}
