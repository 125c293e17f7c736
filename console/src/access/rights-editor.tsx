import {
  ActionIcon,
  Autocomplete,
  Button,
  Checkbox,
  Group,
  Paper,
  Radio,
  Select,
  SimpleGrid,
  Stack,
  TagsInput,
  Text,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Right, RightsPreset } from "@weft/client";
import { projectNamesQuery } from "../assortments/project-queries.ts";
import { useWeft } from "../session/session.ts";
import { Icon } from "../ui/icon.tsx";
import { optionsMax } from "../ui/search-box.tsx";
import { typePathsQuery } from "./access-queries.ts";
import { describeRight, type Grant, presetTexts, verbs } from "./grant.ts";

interface RightsEditorProps {
  readonly rights: readonly Right[];
  readonly onChange: (rights: Right[]) => void;
}

/** Verbs, type, fields and project: one row for each permission, with a summary. */
export function RightsEditor({ rights, onChange }: RightsEditorProps) {
  const choices = useChoices();
  const replace = (index: number, right: Right) =>
    onChange(rights.map((old, place) => (place === index ? right : old)));
  return (
    <Stack gap="sm">
      {rights.map((right, index) => (
        <RightLine
          // biome-ignore lint/suspicious/noArrayIndexKey: Permissions have no name, and their order is kept.
          key={index}
          number={index + 1}
          right={right}
          choices={choices}
          onChange={(next) => replace(index, next)}
          onRemove={() => onChange(rights.filter((_right, place) => place !== index))}
        />
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<Icon name="plus" size={16} />}
          onClick={() => onChange([...rights, { verbs: ["read"], typePath: "item:*" }])}
        >
          Add permission
        </Button>
      </div>
    </Stack>
  );
}

interface Choices {
  readonly typePaths: readonly string[];
  readonly projects: readonly { readonly value: string; readonly label: string }[];
}

interface RightLineProps {
  readonly number: number;
  readonly right: Right;
  readonly choices: Choices;
  readonly onChange: (right: Right) => void;
  readonly onRemove: () => void;
}

function RightLine({ number, right, choices, onChange, onRemove }: RightLineProps) {
  const nameOf = (id: string) => choices.projects.find(({ value }) => value === id)?.label ?? id;
  return (
    <Paper withBorder p="sm" role="group" aria-label={`Permission ${number}`}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Text size="sm" fw={500}>
            {describeRight(right, nameOf)}
          </Text>
          <ActionIcon variant="subtle" color="gray" aria-label={`Remove permission ${number}`} onClick={onRemove}>
            <Icon name="close" size={16} />
          </ActionIcon>
        </Group>
        <VerbBoxes right={right} onChange={onChange} />
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          <Autocomplete
            label="Type"
            data={[...choices.typePaths]}
            limit={optionsMax}
            value={right.typePath}
            onChange={(typePath) => onChange({ ...right, typePath: typePath.trim() })}
          />
          <TagsInput
            label="Fields"
            placeholder={right.fields === undefined ? "All" : ""}
            value={[...(right.fields ?? [])]}
            onChange={(fields) => onChange(withFields(right, fields))}
          />
          <Select
            label="Project"
            description={right.projectId === undefined ? undefined : projectHint}
            inputWrapperOrder={["label", "input", "description", "error"]}
            placeholder="All"
            data={[...choices.projects]}
            value={right.projectId ?? null}
            onChange={(projectId) => onChange(withProject(right, projectId))}
            clearable
            searchable
            limit={optionsMax}
          />
        </SimpleGrid>
      </Stack>
    </Paper>
  );
}

const projectHint =
  "Includes the project, its workspaces, project items, assortments and assortment items, and nothing else.";

function VerbBoxes({ right, onChange }: Pick<RightLineProps, "right" | "onChange">) {
  return (
    <Checkbox.Group
      aria-label="Verbs"
      value={[...right.verbs]}
      onChange={(chosen) => onChange({ ...right, verbs: verbs.filter((verb) => chosen.includes(verb)) })}
    >
      <Group gap="md">
        {verbs.map((verb) => (
          <Checkbox key={verb} value={verb} label={verb} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

/** Types that are not in the list of types, because their entities belong to the service. */
const otherTypes = ["file", "loader-process", "event-workflow-process", "event-workflow-task"];

function useChoices(): Choices {
  const weft = useWeft();
  const { data: paths = [] } = useQuery(typePathsQuery(weft));
  const { data: projects = [] } = useQuery(projectNamesQuery(weft));
  return {
    typePaths: ["*", ...paths.flatMap((path) => [`${path}:*`, path]), ...otherTypes],
    projects: projects.map(({ id, name, identifier }) => ({ value: id, label: name ?? identifier ?? id })),
  };
}

function withFields({ fields: _old, ...right }: Right, fields: string[]): Right {
  return fields.length === 0 ? right : { ...right, fields };
}

function withProject({ projectId: _old, ...right }: Right, projectId: string | null): Right {
  return projectId === null ? right : { ...right, projectId };
}

interface GrantFieldProps {
  readonly grant: Grant;
  readonly onChange: (grant: Grant) => void;
  readonly error?: string | undefined;
}

const presets = ["read-only", "loader", "callback", "admin"] as const satisfies readonly RightsPreset[];
const ownRights = "rights";

/** A preset, or custom permissions. */
export function GrantField({ grant, onChange, error }: GrantFieldProps) {
  const choose = (value: string) => {
    const preset = presets.find((name) => name === value);
    onChange(
      preset === undefined
        ? { kind: "rights", rights: [{ verbs: ["read"], typePath: "item:*" }] }
        : { kind: "preset", preset },
    );
  };
  return (
    <Stack gap="sm">
      <Radio.Group
        label="Permissions"
        value={grant.kind === "preset" ? grant.preset : ownRights}
        onChange={choose}
        error={error}
      >
        <Stack gap="xs" mt={6}>
          {presets.map((preset) => (
            <Radio
              key={preset}
              value={preset}
              label={presetTexts[preset].title}
              description={presetTexts[preset].words}
            />
          ))}
          <Radio
            value={ownRights}
            label="Custom permissions"
            description="Verbs on types, optionally limited to fields or a project."
          />
        </Stack>
      </Radio.Group>
      {grant.kind === "rights" && (
        <>
          <RightsEditor rights={grant.rights} onChange={(rights) => onChange({ kind: "rights", rights })} />
          <Text size="xs" c="dimmed">
            <b>item</b> is only that type, <b>item:*</b> includes its subtypes, <b>*</b> is all product data.
          </Text>
        </>
      )}
    </Stack>
  );
}
