import { Text, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Right, RightsPreset } from "@weft/client";
import { projectNamesQuery } from "../assortments/project-queries.ts";
import { useWeft } from "../session/session.ts";
import { describeRight, presetTexts } from "./describe-rights.ts";

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
