import { Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import type { Project } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { CopyField } from "../ui/copy-field.tsx";
import { CopyText } from "../ui/copy-text.tsx";
import { assortmentSnippet, projectItemSnippet } from "./loader-snippet.ts";
import { projectAssortmentsQuery, projectWorkspacesQuery } from "./project-queries.ts";

/** Long lists are in the tabs; these are the ones that a configuration is likely to use. */
const shownMax = 50;

/** The values that an integration needs, and a configuration that uses them. */
export function ProjectConfiguration({ project }: { readonly project: Project }) {
  const weft = useWeft();
  const [workspaces, assortments] = useQueries({
    queries: [projectWorkspacesQuery(weft, project.id), projectAssortmentsQuery(weft, project.id)],
  });
  const identifier = project.identifier ?? "";
  const folders = (workspaces.data ?? []).filter(({ id }) => id !== project.rootWorkspaceId).slice(0, shownMax);
  const loaded = (assortments.data ?? []).filter(
    ({ composedFromAssortmentIds = [] }) => composedFromAssortmentIds.length === 0,
  );
  const targets = loaded.slice(0, shownMax).map(({ name = "", identifier: own = "" }) => ({ name, identifier: own }));
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: "start" }}>
      <Paper withBorder p="md">
        <Stack>
          <Title order={2} fz="md">
            Values
          </Title>
          <CopyField
            label="identifier"
            description="The workspaceIdentifier of loads. The project and its root workspace share it."
            value={identifier}
          />
          <CopyField label="Project id" value={project.id} />
          <CopyField label="Root workspace id" value={project.rootWorkspaceId ?? ""} />
          <Identifiers
            title="Child workspaces"
            rows={folders.map(({ name = "", identifier: own = "" }) => ({ name, identifier: own }))}
          />
          <Identifiers title="Assortments" rows={targets} />
        </Stack>
      </Paper>
      <Paper withBorder p="md" style={{ minWidth: 0 }}>
        <Stack>
          <Title order={2} fz="md">
            Loader configurations
          </Title>
          <Text size="sm" c="dimmed">
            Replace Style, SKU, Style Name and Colour with your own column names, save it as line.json beside the CSV,
            and run it.
          </Text>
          <CopyText label="Items and project items" text={projectItemSnippet(identifier)} />
          {targets.length > 0 && (
            <CopyText
              label="With assortments, by the column Assortment"
              text={assortmentSnippet(identifier, targets)}
            />
          )}
          <CopyText label="Try it" text="npx weft load line.csv line.json --dry-run" />
        </Stack>
      </Paper>
    </SimpleGrid>
  );
}

interface IdentifiersProps {
  readonly title: string;
  readonly rows: readonly { readonly name: string; readonly identifier: string }[];
}

function Identifiers({ title, rows }: IdentifiersProps) {
  if (rows.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={3} fz="sm">
        {title}, by identifier
      </Title>
      {rows.map(({ name, identifier }) => (
        <CopyField key={identifier} label={name} value={identifier} />
      ))}
    </Stack>
  );
}
