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

/** A preset, or rights of one's own. */
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
        label="What it may do"
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
            label="Chosen rights"
            description="Verbs on types, narrowed to fields or a project."
          />
        </Stack>
      </Radio.Group>
      {grant.kind === "rights" && (
        <>
          <RightsEditor rights={grant.rights} onChange={(rights) => onChange({ kind: "rights", rights })} />
          <Text size="xs" c="dimmed">
            <b>item</b> is that type alone, <b>item:*</b> is it and all below it, <b>*</b> is all product data.
          </Text>
        </>
      )}
    </Stack>
  );
}
