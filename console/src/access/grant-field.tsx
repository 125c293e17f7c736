import { Radio, Stack, Text } from "@mantine/core";
import type { RightsPreset } from "@weft/client";
import { presetTexts } from "./describe-rights.ts";
import type { Grant } from "./grant.ts";
import { RightsEditor } from "./rights-editor.tsx";

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
