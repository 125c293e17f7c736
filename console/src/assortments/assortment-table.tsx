import { Anchor, Badge, Code, Group } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import type { Assortment } from "@weft/client";
import type { ReactNode } from "react";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { formatNumber } from "../ui/format.ts";
import { type ListColumn, ListTable } from "../ui/list-table.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useListing } from "../ui/use-listing.ts";
import { readRelated, readSummary } from "./read-related.ts";

interface AssortmentTableProps {
  /** Default: all projects. */
  readonly projectId?: string | undefined;
  readonly words: string | undefined;
  readonly action?: ReactNode;
}

export function AssortmentTable({ projectId, words, action }: AssortmentTableProps) {
  const weft = useWeft();
  const navigate = useNavigate();
  const listing = useListing({
    queryKey: queryKeys.assortments.list(projectId, words),
    read: (nextPageKey, signal) =>
      weft.entities.list({
        entityName: "assortment",
        ...(projectId === undefined ? {} : { criteria: { projectId } }),
        q: words,
        relations: ["project", "workspace"],
        nextPageKey,
        signal,
      }),
  });
  return (
    <ListTable
      isOneLine
      label="Assortments"
      listing={listing}
      columns={projectId === undefined ? columns : columns.filter(({ title }) => title !== "Project")}
      rowKey={({ id }) => id}
      onOpen={({ id }) => void navigate({ to: "/assortments/$id", params: { id } })}
      empty={
        <EmptyState
          icon="assortments"
          title={words === undefined ? "No assortments yet" : "No matching assortments"}
          action={action}
        >
          {words === undefined
            ? "An assortment is a selection of items that is published as a whole: a range, a channel, a line plan."
            : "Try a different search."}
        </EmptyState>
      }
    />
  );
}

const columns: readonly ListColumn<Assortment>[] = [
  {
    title: "Name",
    render: ({ id, name, identifier, composedFromAssortmentIds = [] }) => (
      <Group gap={8} wrap="nowrap">
        <Anchor
          size="sm"
          fw={550}
          style={{ whiteSpace: "nowrap" }}
          renderRoot={(props) => <Link {...props} to="/assortments/$id" params={{ id }} />}
        >
          {name ?? identifier ?? id}
        </Anchor>
        {composedFromAssortmentIds.length > 0 && (
          <Badge variant="default" size="sm" tt="none" fw={500} miw="max-content">
            composed of {composedFromAssortmentIds.length}
          </Badge>
        )}
      </Group>
    ),
  },
  { title: "Identifier", render: ({ identifier }) => <Code>{identifier}</Code> },
  { title: "Project", render: (assortment) => readRelated(assortment["project"])?.name ?? "–" },
  { title: "Workspace", render: (assortment) => readRelated(assortment["workspace"])?.name ?? "–" },
  {
    title: "Members",
    align: "right",
    render: ({ summary }) => formatNumber(readSummary(summary)?.itemCount ?? 0),
  },
  {
    title: "Last publish",
    render: ({ summary }) => {
      const time = readSummary(summary)?.updatedOn;
      return time === undefined ? "never" : <TimeAgo time={time} />;
    },
  },
];
