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
      description="What entities are made of. A type inherits the properties of those above it; open types also keep what nobody has described."
    >
      <TypeTabs />
      <TextInput
        aria-label="Look for a type or a property"
        placeholder="Look for a type or a property"
        leftSection={<Icon name="search" size={16} />}
        value={words}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        maw={420}
      />
      <Loaded query={types}>
        {(found) => {
          const branches = pruneBranches(branchTypes(found), words);
          return branches.length === 0 ? (
            <EmptyState icon="search" title="No type fits">
              Neither a label, a path nor a property has these words in it.
            </EmptyState>
          ) : (
            // Another search unfolds anew.
            <TypeTreeView key={words} branches={branches} />
          );
        }}
      </Loaded>
    </PageFrame>
  );
}
