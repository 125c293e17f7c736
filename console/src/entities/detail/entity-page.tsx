import { Button, Group } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { queryKeys } from "../../query-keys.ts";
import { ForRight } from "../../session/for-right.tsx";
import { isNotFound } from "../../ui/describe-error.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded, SkeletonRows } from "../../ui/loaded.tsx";
import { PageFrame } from "../../ui/page-frame.tsx";
import type { AnyEntity } from "../any-entity.ts";
import { type EntityKind, kindOfPath, wordOf } from "../entity-kind.ts";
import { type ReadEntity, useEntity } from "../entity-queries.ts";
import { NewEntity } from "../form/new-entity.tsx";
import { DeletedEntity, useDeletion } from "./deleted-entity.tsx";
import { EntityView } from "./entity-view.tsx";

const route = getRouteApi("/shell/entities/$kind/$id");

/** One entity: to view, to edit, or, with the id "new", to create. */
export function EntityPage() {
  const { kind: path, id } = route.useParams();
  const { typePath, from } = route.useSearch();
  const kind = kindOfPath(path);
  if (kind === undefined) return <UnknownKind path={path} />;
  return id === "new" ? (
    <ForRight verb="create" kind={kind.name} what={wordOf(kind, 2)}>
      <NewEntity key={`${kind.path} ${from ?? ""}`} kind={kind} typePath={typePath} from={from} />
    </ForRight>
  ) : (
    <ExistingEntity kind={kind} id={id} />
  );
}

function ExistingEntity({ kind, id }: { readonly kind: EntityKind; readonly id: string }) {
  const { asOf } = route.useSearch();
  const query = useEntity(kind, id, asOf);
  const held = useHeldOption(asOf === undefined ? id : "");
  // Also if it was read before: the undo of its creation deletes it.
  if (isNotFound(query.error)) return <MissingEntity kind={kind} id={id} asOf={asOf} />;
  const read = query.data ?? (query.error === null ? held : undefined);
  // One place in the tree for both: otherwise the focus would be lost when the colorway itself has been read.
  if (read !== undefined) return <EntityView kind={kind} read={read} />;
  return <Loaded query={query}>{(found) => <EntityView kind={kind} read={found} />}</Loaded>;
}

/** An option that was read with its family, so that moving between colorways does not wait. */
function useHeldOption(id: string): ReadEntity | undefined {
  const families = useQueryClient().getQueriesData<readonly AnyEntity[]>({ queryKey: queryKeys.entities.families() });
  const entity = families.flatMap(([, members = []]) => members).find((member) => member.id === id);
  return entity === undefined ? undefined : { entity, createdBy: undefined, updatedBy: undefined };
}

function UnknownKind({ path }: { readonly path: string }) {
  const action = (
    <Button
      variant="default"
      renderRoot={(props) => <Link {...props} to="/entities/$kind" params={{ kind: "items" }} />}
    >
      Go to items
    </Button>
  );
  return (
    <EmptyState icon="search" title={`Unknown entity type ${path}`} action={action}>
      Available: items, projects, assortments, colors, custom entities and a few more.
    </EmptyState>
  );
}

interface MissingEntityProps {
  readonly kind: EntityKind;
  readonly id: string;
  readonly asOf: string | undefined;
}

/** An entity that was deleted, does not exist or may not be read: the service does not distinguish the last two. */
function MissingEntity({ kind, id, asOf }: MissingEntityProps) {
  const deletion = useDeletion(kind, id);
  if (deletion.isPending) return <SkeletonRows />;
  if (deletion.data !== undefined && deletion.data !== null) {
    return <DeletedEntity kind={kind} deletion={deletion.data} />;
  }
  return <UnknownEntity kind={kind} id={id} asOf={asOf} />;
}

function UnknownEntity({ kind, id, asOf }: MissingEntityProps) {
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
        It does not exist, your role may not read it, or it was deleted longer ago than changes are kept. Its id is{" "}
        <span className="mono">{id}</span>.
      </EmptyState>
    </PageFrame>
  );
}
