import { Button, Group, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { ForRight } from "../access/for-right.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { Icon } from "../ui/icon.tsx";
import { optionsMax } from "../ui/options-max.ts";
import { PageFrame } from "../ui/page-frame.tsx";
import { SearchBox } from "../ui/search-box.tsx";
import { AssortmentTable } from "./assortment-table.tsx";
import { NewAssortment } from "./new-assortment.tsx";
import { projectNamesQuery } from "./project-queries.ts";

const route = getRouteApi("/shell/assortments");

export function AssortmentsPage() {
  return (
    <ForRight verb="read" kind="assortment" what="assortments">
      <AllAssortments />
    </ForRight>
  );
}

function AllAssortments() {
  const { who, weft } = useSession();
  const { q, project } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: projects = [] } = useQuery(projectNamesQuery(weft));
  const [isNew, setNew] = useState(false);
  const set = (change: { readonly q?: string | undefined; readonly project?: string | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const newButton = mayDo(who, "create", "assortment") && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setNew(true)}>
      New assortment
    </Button>
  );
  return (
    <PageFrame
      title="Assortments"
      description="Selections of items that are published as a whole, with a history."
      actions={newButton}
    >
      <Group gap="sm">
        <SearchBox label="Search assortments" words={q ?? ""} onChange={(words) => set({ q: words })} />
        <Select
          aria-label="Project"
          placeholder="All projects"
          data={projects.map(({ id, name, identifier }) => ({ value: id, label: name ?? identifier ?? id }))}
          value={project ?? null}
          onChange={(value) => set({ project: value ?? undefined })}
          clearable
          searchable
          limit={optionsMax}
          flex={{ base: "1 1 160px", sm: "0 1 260px" }}
        />
      </Group>
      <AssortmentTable projectId={project} words={q} action={q === undefined && newButton} />
      {isNew && <NewAssortment projectId={project} onClose={() => setNew(false)} />}
    </PageFrame>
  );
}
