import { Button, Group } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import { ForRight } from "../../session/for-right.tsx";
import { mayDo, useSession } from "../../session/session.ts";
import { isNotFound } from "../../ui/describe-error.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { PageFrame } from "../../ui/page-frame.tsx";
import { type EntityKind, kindOfPath, wordOf } from "../entity-kind.ts";
import { useEntity } from "../entity-queries.ts";
import { EditEntity } from "../form/edit-entity.tsx";
import { NewEntity } from "../form/new-entity.tsx";
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
    <ExistingEntity key={id} kind={kind} id={id} />
  );
}

function ExistingEntity({ kind, id }: { readonly kind: EntityKind; readonly id: string }) {
  const { who } = useSession();
  const { edit, asOf } = route.useSearch();
  const query = useEntity(kind, id, asOf);
  if (query.data === undefined && isNotFound(query.error)) return <MissingEntity kind={kind} id={id} asOf={asOf} />;
  return (
    <Loaded query={query}>
      {(read) =>
        edit === true && asOf === undefined && mayDo(who, "update", read.entity.typePath) ? (
          <EditEntity kind={kind} stored={read.entity} />
        ) : (
          <EntityView kind={kind} read={read} />
        )
      }
    </Loaded>
  );
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
