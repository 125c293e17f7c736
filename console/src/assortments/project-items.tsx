import { Stack } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import type { ProjectItem } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { type ListColumn, ListTable } from "../ui/list-table.tsx";
import { SearchBox } from "../ui/search-box.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useListing } from "../ui/use-listing.ts";
import { ItemName } from "./item-name.tsx";
import { findItemIds } from "./item-names.ts";
import { readRelated } from "./read-related.ts";

const route = getRouteApi("/shell/projects/$id");

export function ProjectItems({ projectId }: { readonly projectId: string }) {
  const weft = useWeft();
  const { q } = route.useSearch();
  const navigate = route.useNavigate();
  const listing = useListing({
    queryKey: queryKeys.projects.items(projectId, q),
    read: async (nextPageKey, signal) => {
      const itemIds = q === undefined ? undefined : await findItemIds(weft, q, signal);
      if (itemIds?.length === 0) return { results: [] };
      const criteria = { projectId, ...(itemIds === undefined ? {} : { itemId: [...itemIds] }) };
      return weft.entities.list({ entityName: "project-item", criteria, relations: ["item"], nextPageKey, signal });
    },
  });
  return (
    <Stack gap="sm">
      <SearchBox
        label="Search by item"
        words={q ?? ""}
        onChange={(words) => void navigate({ search: (before) => ({ ...before, q: words }), replace: true })}
      />
      <ListTable
        isOneLine
        label="Project items"
        listing={listing}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: "/entities/$kind/$id", params: { kind: "project-items", id } })}
        empty={
          <EmptyState icon="entities" title={q === undefined ? "No project items yet" : "No matching items"}>
            A project item contains the data of an item in this project. Loads of ITEM with PROJECT_ITEM create them:
            the Configuration tab has the values.
          </EmptyState>
        }
      />
    </Stack>
  );
}

const columns: readonly ListColumn<ProjectItem>[] = [
  {
    title: "Item",
    render: (member) => (
      <ItemName item={readRelated(member["item"])} itemId={member.itemId} kind="project-items" linkId={member.id} />
    ),
  },
  { title: "External ID", render: (member) => readRelated(member["item"])?.federatedId ?? "" },
  { title: "Changed", render: ({ updatedOn }) => <TimeAgo time={updatedOn} /> },
];
