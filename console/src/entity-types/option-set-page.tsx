import { Anchor, Button, Group, List, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import type { OptionSet } from "@weft/client";
import { useEntityTypes } from "../entities/entity-queries.ts";
import { queryKeys } from "../query-keys.ts";
import { useSession, useWeft } from "../session/session.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { ShortId } from "../ui/copy-text.tsx";
import { pluralize } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { type OptionSetUser, usersOf } from "./option-sets.ts";
import { OptionsEditor } from "./options-editor.tsx";

const route = getRouteApi("/shell/option-sets/$id");
const crumbs = [
  { title: "Types", link: { to: "/types" } },
  { title: "Option sets", link: { to: "/option-sets" } },
] as const;

export function OptionSetPage() {
  const { id } = route.useParams();
  const weft = useWeft();
  const { isAdministrator } = useSession().who;
  const set = useQuery({
    queryKey: queryKeys.optionSets.one(id),
    queryFn: ({ signal }) => weft.call("get-option-set", { params: { id } }, { signal }),
  });
  const types = useEntityTypes();
  const users = usersOf(types.data ?? [], id);
  return (
    <PageFrame
      title={set.data?.name ?? "Option set"}
      crumbs={crumbs}
      description={set.data && <Head set={set.data} />}
      actions={set.data && isAdministrator && <DeleteButton set={set.data} users={users} />}
    >
      <UsedBy users={users} />
      <Loaded query={set}>
        {(found) => (
          // Another user's change resets the editor.
          <OptionsEditor key={`${found.id} ${found.version}`} set={found} users={users} isEditable={isAdministrator} />
        )}
      </Loaded>
    </PageFrame>
  );
}

function Head({ set }: { readonly set: OptionSet }) {
  return (
    <Group gap="sm" mt={4}>
      <span className="numbers">{pluralize(set.options.length, "option")}</span>
      {set.federatedId !== null && <span className="mono">{set.federatedId}</span>}
      <ShortId id={set.id} />
    </Group>
  );
}

function UsedBy({ users }: { readonly users: readonly OptionSetUser[] }) {
  return (
    <Group gap="md">
      <Text size="sm" c="dimmed">
        {users.length === 0 ? "No property uses this set." : "Used by"}
      </Text>
      {users.map(({ typePath, slug, label }) => (
        <Anchor
          key={`${typePath} ${slug}`}
          size="sm"
          renderRoot={(props) => <Link {...props} to="/types/$id" params={{ id: typePath }} />}
        >
          {label} of {typePath}
        </Anchor>
      ))}
    </Group>
  );
}

function DeleteButton({ set, users }: { readonly set: OptionSet; readonly users: readonly OptionSetUser[] }) {
  const [isOpen, modal] = useDisclosure(false);
  return (
    <>
      <Button variant="default" leftSection={<Icon name="trash" size={16} />} onClick={modal.open}>
        Delete
      </Button>
      <DeleteOptionSet opened={isOpen} onClose={modal.close} set={set} users={users} />
    </>
  );
}

interface DeleteOptionSetProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly set: OptionSet;
  readonly users: readonly OptionSetUser[];
}

export function DeleteOptionSet({ opened, onClose, set, users }: DeleteOptionSetProps) {
  const weft = useWeft();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const params = { id: set.id };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Delete option set "${set.name}"`}
      confirmLabel="Delete option set"
      act={() => weft.call("delete-option-set", { params }, { ifMatch: set.version })}
      message="Option set deleted."
      stale={[queryKeys.optionSets.all()]}
      onDone={() => {
        void navigate({ to: "/option-sets" });
        queryClient.removeQueries({ queryKey: queryKeys.optionSets.one(set.id) });
      }}
    >
      {users.length === 0 ? (
        <Text size="sm">No property uses it. Its options are deleted too, and cannot be restored.</Text>
      ) : (
        <>
          <Text size="sm">It cannot be deleted while these properties use it:</Text>
          <List size="sm">
            {users.map(({ typePath, slug, label }) => (
              <List.Item key={`${typePath} ${slug}`}>
                {label} of {typePath}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </ConfirmDialog>
  );
}
