import { Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import type { Assortment } from "@weft/client";
import { CopyField } from "../ui/copy-field.tsx";
import { CopyText } from "../ui/copy-text.tsx";
import { assortmentSnippet } from "./loader-snippet.ts";
import { readRelated } from "./read-related.ts";

/** The values that an integration needs, and a configuration that uses them. */
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
          <CopyField label="identifier of the workspace" value={workspace?.identifier ?? ""} />
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
              This assortment is composed from others, so load those.
            </Text>
          ) : (
            <>
              <Text size="sm" c="dimmed">
                Replace Style, SKU, Style Name, Colour and Assortment with your own column names. Rows with the name of
                this assortment replace its members; with partialAssortmentUpdate they only add and remove.
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
