import { Box, Button, Switch } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useWeft } from "../../session/session.ts";
import { isNotFound } from "../../ui/describe-error.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-note.tsx";
import { pluralize } from "../../ui/format.ts";
import { SkeletonRows } from "../../ui/loaded.tsx";
import { PageFrame } from "../../ui/page-frame.tsx";
import { type EntityKind, entityKinds, kindOfPath, wordOf } from "../entity-kind.ts";
import { entityQuery, useEntityTypes } from "../entity-queries.ts";
import { EntityPicker } from "../references/entity-picker.tsx";
import { CompareTable } from "./compare-table.tsx";

const route = getRouteApi("/shell/compare/$kind");
const comparedMax = 5;

/** Several entities of a kind side by side. */
export function ComparePage() {
  const { kind: path } = route.useParams();
  const { ids = [], all = false } = route.useSearch();
  const navigate = route.useNavigate();
  const kind = kindOfPath(path) ?? entityKinds[0];
  const chosen = [...new Set(ids)].slice(0, comparedMax);
  if (kind === undefined) return null;
  const setIds = (next: readonly string[]) =>
    void navigate({ search: (search) => ({ ...search, ids: next.length === 0 ? undefined : next }) });
  return (
    <PageFrame
      title={`Compare ${wordOf(kind, 2)}`}
      crumbs={[{ title: kind.many, link: { to: "/entities/$kind", params: { kind: kind.path } } }]}
      actions={
        <Switch
          label="Show identical values"
          checked={all}
          onChange={({ currentTarget: { checked } }) =>
            void navigate({ search: (search) => ({ ...search, all: checked ? true : undefined }), replace: true })
          }
        />
      }
    >
      {chosen.length > 0 && <Compared kind={kind} ids={chosen} isAll={all} onIds={setIds} />}
      {chosen.length < 2 && <TooFew kind={kind} />}
      {chosen.length < comparedMax && (
        <Box maw={520}>
          <EntityPicker
            key={chosen.join()}
            kind={kind}
            label={chosen.length === 0 ? "Start with" : "Add another"}
            value=""
            onChange={(id) => id !== "" && setIds([...chosen, id])}
          />
        </Box>
      )}
    </PageFrame>
  );
}

interface ComparedProps {
  readonly kind: EntityKind;
  readonly ids: readonly string[];
  readonly isAll: boolean;
  readonly onIds: (ids: readonly string[]) => void;
}

function Compared({ kind, ids, isAll, onIds }: ComparedProps) {
  const weft = useWeft();
  const types = useEntityTypes();
  const answers = useQueries({ queries: ids.map((id) => entityQuery(weft, kind, id)) });
  const error = types.error ?? answers.find((one) => one.error !== null && !isNotFound(one.error))?.error;
  if (error !== undefined && error !== null) return <ErrorState error={error} onRetry={() => void types.refetch()} />;
  if (types.data === undefined || answers.some(({ isPending }) => isPending)) return <SkeletonRows />;
  const entities = answers.flatMap(({ data }) => (data === undefined ? [] : [data.entity]));
  const gone = ids.length - entities.length;
  return (
    <>
      {gone > 0 && (
        <EmptyState icon="warning" title={pluralize(gone, "entity was not found", "entities were not found")}>
          They may have been deleted, or your role may not read them. The others are compared.
        </EmptyState>
      )}
      {entities.length > 0 && (
        <CompareTable
          kind={kind}
          entities={entities}
          types={types.data}
          isAll={isAll}
          onRemove={(id) => onIds(ids.filter((one) => one !== id))}
        />
      )}
    </>
  );
}

function TooFew({ kind }: { readonly kind: EntityKind }) {
  const action = (
    <Button
      variant="default"
      renderRoot={(props) => <Link {...props} to="/entities/$kind" params={{ kind: kind.path }} />}
    >
      Go to {wordOf(kind, 2)}
    </Button>
  );
  return (
    <EmptyState icon="compare" title="Select at least two" action={action}>
      Add {wordOf(kind, 2)} below, or select rows in the list and choose Compare. You can compare up to {comparedMax}.
    </EmptyState>
  );
}
