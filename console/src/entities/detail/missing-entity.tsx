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

/** An entity that does not exist or may not be read: the service does not distinguish. */
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
          View current version
        </Button>
      )}
    </Group>
  );
  return (
    <PageFrame
      title={`${kind.one} not found`}
      crumbs={[{ title: kind.many, link: { to: "/entities/$kind", params: { kind: kind.path } } }]}
    >
      <EmptyState icon="search" title={`No ${wordOf(kind)} with this id`} action={action}>
        It may have been deleted, or your role may not read it. Its id is <span className="mono">{id}</span>. See the
        changes for its history.
      </EmptyState>
    </PageFrame>
  );
}
