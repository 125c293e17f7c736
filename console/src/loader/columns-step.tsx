import { Alert, Button, Group, List, Radio, Stack, Switch, Title } from "@mantine/core";
import { useState } from "react";
import { Icon } from "../ui/icon.tsx";
import { AssortmentSettings } from "./assortment-settings.tsx";
import { ColumnTable } from "./column-table.tsx";
import { ConfigurationPanel } from "./configuration-panel.tsx";
import { LookNote } from "./look-note.tsx";
import { MadeColumnList } from "./made-column-list.tsx";
import { missingTargets } from "./missing-targets.ts";
import { ProjectSetting } from "./project-setting.tsx";
import { tidy } from "./tidy-configuration.ts";
import type { LoadDraft } from "./use-load-draft.ts";
import { WhatIsIt } from "./what-is-it.tsx";

/** The content of the file and the target of each column: guessed, and everything can be changed. */
export function ColumnsStep({ draft }: { readonly draft: LoadDraft }) {
  const [isShown, setIsShown] = useState(false);
  const { loadType = [] } = draft.configuration;
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start">
        <WhatIsIt draft={draft} />
        <Switch
          label="Show configuration"
          checked={isShown}
          onChange={({ currentTarget }) => setIsShown(currentTarget.checked)}
        />
      </Group>
      {isShown && <ConfigurationPanel draft={draft} />}
      {loadType.includes("PROJECT_ITEM") && <ProjectSetting draft={draft} />}
      {loadType.includes("ASSORTMENT") && <AssortmentSettings draft={draft} />}
      <Missing draft={draft} />
      <Stack gap="xs">
        <Title order={2} size="h4">
          Column targets
        </Title>
        <ColumnTable draft={draft} />
      </Stack>
      <MadeColumnList draft={draft} />
      <OnErrors draft={draft} />
      <LookNote draft={draft} />
      <Group justify="space-between">
        <Button variant="default" onClick={() => draft.goTo("file")}>
          Back to file
        </Button>
        <Button onClick={() => draft.goTo("preview")} rightSection={<Icon name="right" size={16} />}>
          Continue to preview
        </Button>
      </Group>
    </Stack>
  );
}

function Missing({ draft: { configuration, mapped } }: { readonly draft: LoadDraft }) {
  const missing = missingTargets(configuration, mapped);
  return (
    missing.length > 0 && (
      <Alert color="yellow" variant="outline" icon={<Icon name="warning" />} title="Required settings are missing">
        <List size="sm">
          {missing.map((one) => (
            <List.Item key={one}>{one}</List.Item>
          ))}
        </List>
      </Alert>
    )
  );
}

function OnErrors({ draft: { configuration, change } }: { readonly draft: LoadDraft }) {
  const { onRowError, ...rest } = configuration;
  return (
    <Radio.Group
      label="When a row has an error"
      value={onRowError ?? "abort"}
      onChange={(value) => change(tidy(value === "skip" ? { ...rest, onRowError: "skip" } : rest))}
    >
      <Stack gap={6} mt={6}>
        <Radio value="abort" label="Abort: load nothing" />
        <Radio value="skip" label="Skip: load valid rows" />
      </Stack>
    </Radio.Group>
  );
}
