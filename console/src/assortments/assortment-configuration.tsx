import { Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import type { Assortment } from "@weft/client";
import { CopyField } from "../ui/copy-field.tsx";
import { CopyText } from "../ui/copy-text.tsx";
import { assortmentSnippet } from "./loader-snippet.ts";
import { readRelated } from "./read-related.ts";

/** The exact values that an integration needs, and a configuration that uses them. */
export function AssortmentConfiguration({ assortment }: { readonly assortment: Assortment }) {
  const { id, name = "", identifier = "", composedFromAssortmentIds = [] } = assortment;
  const workspace = readRelated(assortment["workspace"]);
  const snippet = assortmentSnippet(undefined, [{ name, identifier }]);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: "start" }}>
      <Paper withBorder p="md">
        <Stack>
          <Title order={2} fz="md">
            Values
          </Title>
          <CopyField label="identifier" description="The assortmentIdentifier of loads." value={identifier} />
          <CopyField label="Assortment id" description="The assortmentId of loads." value={id} />
          <CopyField label="identifier of its workspace" value={workspace?.identifier ?? ""} />
          <CopyField label="Workspace id" value={assortment.workspaceId ?? ""} />
          <CopyField label="Project id" value={assortment.projectId ?? ""} />
        </Stack>
      </Paper>
      <Paper withBorder p="md" style={{ minWidth: 0 }}>
        <Stack>
          <Title order={2} fz="md">
            Loader configuration
          </Title>
          {composedFromAssortmentIds.length > 0 ? (
            <Text size="sm" c="dimmed">
              This assortment is composed from others, so loads fill those.
            </Text>
          ) : (
            <>
              <Text size="sm" c="dimmed">
                Put the names of your own columns in place of Style, SKU, Style Name, Colour and Assortment. Rows with
                this assortment's name replace its members; partialAssortmentUpdate only adds and drops.
              </Text>
              <CopyText label="Items, project items and this assortment" text={snippet} />
              <CopyText label="Try it" text="npx weft load line.csv line.json --dry-run" />
            </>
          )}
        </Stack>
      </Paper>
    </SimpleGrid>
  );
}
