import { Button, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { EmptyState } from "../../ui/empty-state.tsx";
import { type EntityKind, wordOf } from "../entity-kind.ts";
import { useGridSearch } from "./use-grid-search.ts";

/** Nothing yet, or nothing that fits: the first is to be filled, the second to be widened. */
export function NoRows({ kind }: { readonly kind: EntityKind }) {
  const { search, change } = useGridSearch();
  const word = wordOf(kind, 2);
  if (search.q !== undefined || search.filters !== undefined) {
    return (
      <EmptyState
        icon="search"
        title="Nothing matches"
        action={
          <Button variant="default" onClick={() => change({ q: undefined, filters: undefined })}>
            Clear search and filters
          </Button>
        }
      >
        There are no {word} with all that you have asked for. Take a filter away, or search for other words.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="entities"
      title={`There are no ${search.type === undefined ? word : `${word} of this type`} yet`}
      action={
        <Group gap="xs" justify="center">
          <Button renderRoot={(props) => <Link {...props} to="/loads/new" />}>Load a CSV</Button>
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link
                {...props}
                to="/entities/$kind/$id"
                params={{ kind: kind.path, id: "new" }}
                search={{ typePath: search.type }}
              />
            )}
          >
            New {wordOf(kind)}
          </Button>
        </Group>
      }
    >
      Load them from a spreadsheet, send them through the API, or make the first one here.
    </EmptyState>
  );
}
