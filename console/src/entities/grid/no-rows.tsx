import { Button, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { mayDo, mayDoSome, useSession } from "../../session/session.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { type EntityKind, wordOf } from "../entity-kind.ts";
import { useGridSearch } from "./use-grid-search.ts";

/** No entities yet, or none that match: the first offers to create some, the second to clear filters. */
export function NoRows({ kind }: { readonly kind: EntityKind }) {
  const { who } = useSession();
  const { search, change } = useGridSearch();
  const word = wordOf(kind, 2);
  if (search.q !== undefined || search.filters !== undefined) {
    return (
      <EmptyState
        icon="search"
        title="No matches"
        action={
          <Button variant="default" onClick={() => change({ q: undefined, filters: undefined })}>
            Clear search and filters
          </Button>
        }
      >
        No {word} match your search and filters. Clear a filter, or try a different search.
      </EmptyState>
    );
  }
  const mayCreate = mayDoSome(who, "create", kind.name);
  return (
    <EmptyState
      icon="entities"
      title={`No ${search.type === undefined ? word : `${word} of this type`} yet`}
      action={mayCreate && <FirstOnes kind={kind} typePath={search.type} />}
    >
      {mayCreate
        ? "Load them from a CSV file, send them through the API, or create one here."
        : "They appear here as soon as there are some that your role may read."}
    </EmptyState>
  );
}

function FirstOnes({ kind, typePath }: { readonly kind: EntityKind; readonly typePath: string | undefined }) {
  const { who } = useSession();
  return (
    <Group gap="xs" justify="center">
      {mayDo(who, "create", "loader-process") && (
        <Button renderRoot={(props) => <Link {...props} to="/loads/new" />}>Load a CSV</Button>
      )}
      <Button
        variant="default"
        renderRoot={(props) => (
          <Link {...props} to="/entities/$kind/$id" params={{ kind: kind.path, id: "new" }} search={{ typePath }} />
        )}
      >
        New {wordOf(kind)}
      </Button>
    </Group>
  );
}

/** The focus returns to the row. */
