import { CopyButton, Group, SimpleGrid, Skeleton, Text, Tooltip, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { formatNumber } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";

/** Name and value pairs. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <SimpleGrid component="dl" cols={{ base: 2, xs: 3, md: facts.length }} spacing="lg" verticalSpacing="xs" m={0}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <Text component="dt" size="xs" c="dimmed">
            {name}
          </Text>
          <Text component="dd" size="sm" m={0} style={{ overflowWrap: "anywhere" }}>
            {value}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}

/** The identifier for other systems: shown in full, and a click copies it. */
export function CopyIdentifier({ identifier }: { readonly identifier: string | undefined }) {
  if (identifier === undefined || identifier === "") return "–";
  return (
    <CopyButton value={identifier}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? "Copied" : "Copy identifier"}>
          <UnstyledButton onClick={copy} aria-label={`Copy identifier ${identifier}`} className="mono" fz="sm">
            <Group gap={6} wrap="nowrap">
              {identifier}
              <Icon name={copied ? "check" : "copy"} size={14} />
            </Group>
          </UnstyledButton>
        </Tooltip>
      )}
    </CopyButton>
  );
}

type CountedName = "project-item" | "assortment" | "workspace";
/** The number of entities of a kind in a project. Only visible rows are counted. */
export function CountOf({ entityName, projectId }: { readonly entityName: CountedName; readonly projectId: string }) {
  const weft = useWeft();
  const { data, isPending } = useQuery({
    queryKey: queryKeys.entities.countOfProject(`${entityName}s`, projectId),
    queryFn: ({ signal }) =>
      weft.entities.list({
        entityName,
        criteria: { projectId },
        fields: ["projectId"],
        limit: 1,
        includeTotal: true,
        signal,
      }),
    staleTime: 30_000,
  });
  if (isPending) return <Skeleton height={14} width={36} display="inline-block" />;
  return data?.total === undefined ? "–" : formatNumber(data.total);
}
