import { Button, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageFrame } from "../../ui/page-frame.tsx";
import { type EntityKind, wordOf } from "../entity-kind.ts";

interface MissingEntityProps {
  readonly kind: EntityKind;
  readonly id: string;
  readonly asOf: string | undefined;
}

/** What is not there, or not for the reader: the service does not tell which. */
export function MissingEntity({ kind, id, asOf }: MissingEntityProps) {
  const action = (
    <Group justify="center">
      <Button
        variant="default"
        renderRoot={(props) => <Link {...props} to="/entities/$kind" params={{ kind: kind.path }} />}
      >
        All {wordOf(kind, 2)}
      </Button>
      {asOf !== undefined && (
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link {...props} to="/entities/$kind/$id" params={{ kind: kind.path, id }} search={{}} />
          )}
        >
          As it is now
        </Button>
      )}
    </Group>
  );
  return (
    <PageFrame
      title={`No such ${wordOf(kind)}`}
      crumbs={[{ title: kind.many, link: { to: "/entities/$kind", params: { kind: kind.path } } }]}
    >
      <EmptyState icon="search" title={`There is no ${wordOf(kind)} with this id`} action={action}>
        It may have been deleted, or your role may not read it. Its id is <span className="mono">{id}</span>; what
        happened to it stands in the changes.
      </EmptyState>
    </PageFrame>
  );
}
