import { Group, Text, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ApiKey, Right, RightsPreset } from "@weft/client";
import { projectNamesQuery } from "../assortments/project-queries.ts";
import { useWeft } from "../session/session.ts";
import { StatusBadge } from "../ui/status-badge.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { describeRight, presetTexts } from "./grant.ts";
import { keyStatus } from "./key-status.ts";

/** The label, and the hint of the key, to recognize it by. */
export function KeyName({ apiKey }: { readonly apiKey: ApiKey }) {
  return (
    <Group gap={8} wrap="nowrap">
      <Text size="sm" span>
        {apiKey.label}
      </Text>
      <Text size="xs" c="dimmed" className="mono" span style={{ whiteSpace: "nowrap" }}>
        {apiKey.secretHint}
      </Text>
    </Group>
  );
}

/** A time, or the text for none. */
export function TimeOr({ time, otherwise }: { readonly time: string | null; readonly otherwise: string }) {
  return time === null ? (
    <Text size="sm" c="dimmed" span>
      {otherwise}
    </Text>
  ) : (
    <Text size="sm" span>
      <TimeAgo time={time} />
    </Text>
  );
}

export function KeyStatusBadge({ dated }: { readonly dated: Pick<ApiKey, "revokedOn" | "expiresOn"> }) {
  return <StatusBadge status={keyStatus(dated, Date.now())} />;
}

interface GrantedWordsProps {
  readonly preset: RightsPreset | null;
  readonly rights: readonly Right[] | null;
}

/** The permissions of a credential, short in a list; all of them as a tooltip. */
export function GrantedSummary({ preset, rights }: GrantedWordsProps) {
  const nameOfProject = useProjectName();
  if (preset !== null) {
    return (
      <Tooltip label={presetTexts[preset].words}>
        <Text size="sm" span>
          {presetTexts[preset].title}
        </Text>
      </Tooltip>
    );
  }
  if (rights === null) {
    return (
      <Text size="sm" span>
        Same as the user
      </Text>
    );
  }
  const [first = "None.", ...others] = rights.map((right) => describeRight(right, nameOfProject));
  return (
    <Tooltip label={[first, ...others].join(" ")} multiline maw={400}>
      <Text size="sm" span truncate="end" display="block" maw={240}>
        {others.length === 0 ? first : `${first} And ${others.length} more.`}
      </Text>
    </Tooltip>
  );
}

export function useProjectName(): (id: string) => string {
  const { data: projects = [] } = useQuery(projectNamesQuery(useWeft()));
  return (id) => projects.find((project) => project.id === id)?.name ?? id;
}
