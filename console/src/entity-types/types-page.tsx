import { TextInput } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useEntityTypes } from "../entities/use-entity-types.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { TypeTabs } from "./type-tabs.tsx";
import { branchTypes, pruneBranches } from "./type-tree.ts";
import { TypeTreeView } from "./type-tree-view.tsx";

const route = getRouteApi("/shell/types");

export function TypesPage() {
  const { q = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const [words, setSearch] = useState(q);
  const types = useEntityTypes();
  const change = (next: string) => {
    setSearch(next);
    void navigate({ search: { q: next === "" ? undefined : next }, replace: true });
  };
  return (
    <PageFrame
      title="Types"
      description="The data model. A type inherits the properties of its parents. Open types also accept undefined properties."
    >
      <TypeTabs />
      <TextInput
        aria-label="Search types and properties"
        placeholder="Search types and properties"
        leftSection={<Icon name="search" size={16} />}
        value={words}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        maw={420}
      />
      <Loaded query={types}>
        {(found) => {
          const branches = pruneBranches(branchTypes(found), words);
          return branches.length === 0 ? (
            <EmptyState icon="search" title="No matching types">
              No label, path or property contains these words.
            </EmptyState>
          ) : (
            // Another search expands the tree again.
            <TypeTreeView key={words} branches={branches} />
          );
        }}
      </Loaded>
    </PageFrame>
  );
}
