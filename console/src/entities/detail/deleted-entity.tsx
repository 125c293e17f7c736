import { Anchor, Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ChangeRecord } from "@weft/client";
import { queryKeys } from "../../query-keys.ts";
import { mayDo, useSession, useWeft } from "../../session/session.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PageFrame } from "../../ui/page-frame.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { type EntityKind, wordOf } from "../entity-kind.ts";
import { useRestoreDeleted } from "../restore-deleted.tsx";

/** The deletion of an entity; null if there is none, or it may not be read. */
export function useDeletion(kind: EntityKind, id: string) {
  const weft = useWeft();
  const entityReference = `${kind.name}:${id}`;
  return useQuery({
    queryKey: queryKeys.changes.deletionOf(entityReference),
    queryFn: async ({ signal }): Promise<ChangeRecord | null> => {
      const criteria = { entityReference, action: "delete" };
      const { results } = await weft.call("list-changes", { query: { criteria, limit: 1 } }, { signal });
      return results[0] ?? null;
    },
    retry: false,
  });
}

interface DeletedEntityProps {
  readonly kind: EntityKind;
  readonly deletion: ChangeRecord;
}

/** Who deleted an entity and when, and how to bring it back. */
export function DeletedEntity({ kind, deletion }: DeletedEntityProps) {
  const { who } = useSession();
  const { entityId, typePath, propertyDiffs, createdBy, createdOn, changeSetId } = deletion;
  const restore = useRestoreDeleted(kind, entityId);
  const name = propertyDiffs["name"]?.oldValue;
  const title = typeof name === "string" && name !== "" ? name : `Deleted ${wordOf(kind)}`;
  const list = { to: "/entities/$kind", params: { kind: kind.path } } as const;
  return (
    <PageFrame title={title} crumbs={[{ title: kind.many, link: list }]}>
      <EmptyState
        icon="trash"
        title={`This ${wordOf(kind)} was deleted`}
        action={
          <Group justify="center">
            {mayDo(who, "create", typePath) && (
              <Button
                leftSection={<Icon name="undo" size={16} />}
                loading={restore.isPending}
                onClick={() => restore.mutate()}
              >
                Restore
              </Button>
            )}
            <Button variant="default" renderRoot={(props) => <Link {...props} {...list} />}>
              All {wordOf(kind, 2)}
            </Button>
          </Group>
        }
      >
        <Text size="sm">
          By {createdBy?.name ?? "the service"}, <TimeAgo time={createdOn} />.{" "}
          <Anchor
            inherit
            underline="always"
            renderRoot={(props) => <Link {...props} to="/changes/$changeSetId" params={{ changeSetId }} />}
          >
            View the change set
          </Anchor>
        </Text>
        <Text size="sm">Restoring brings it back under the same id, with what was deleted with it.</Text>
      </EmptyState>
    </PageFrame>
  );
}
