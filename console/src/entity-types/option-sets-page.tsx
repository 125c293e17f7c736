import { Anchor, Button, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link, useNavigate } from "@tanstack/react-router";
import type { EntityType, OptionSet } from "@weft/client";
import type { ReactNode } from "react";
import { useEntityTypes } from "../entities/use-entity-types.ts";
import { useSession, useWeft } from "../session/session.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";
import { type ListColumn, ListTable } from "../ui/list-table.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useListing } from "../ui/use-listing.ts";
import { NewOptionSet } from "./new-option-set.tsx";
import { usersOf } from "./option-set-users.ts";
import { TypeTabs } from "./type-tabs.tsx";

const numbers = new Intl.NumberFormat("en");

export function OptionSetsPage() {
  const { isAdministrator } = useSession().who;
  const [isNewOpen, form] = useDisclosure(false);
  const button = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={form.open}>
      New option set
    </Button>
  );
  return (
    <PageFrame
      title="Option sets"
      description="Lists of values that choices are made from. Several properties may share one."
      actions={isAdministrator && button}
    >
      <TypeTabs />
      <OptionSets action={isAdministrator && <Button onClick={form.open}>Create the first one</Button>} />
      {isNewOpen && <NewOptionSet onClose={form.close} />}
    </PageFrame>
  );
}

function OptionSets({ action }: { readonly action: ReactNode }) {
  const weft = useWeft();
  const navigate = useNavigate();
  const types = useEntityTypes();
  const listing = useListing<OptionSet>({
    queryKey: ["option-sets", "list"],
    read: (nextPageKey, signal) => weft.call("list-option-sets", { query: { nextPageKey } }, { signal }),
  });
  return (
    <ListTable
      label="Option sets"
      listing={listing}
      columns={columnsOf(types.data ?? [])}
      rowKey={({ id }) => id}
      onOpen={({ id }) => void navigate({ to: "/option-sets/$id", params: { id } })}
      empty={
        <EmptyState icon="types" title="No option sets yet" action={action}>
          An option set holds the values that a choice may have, each with the words that people see: women, Women.
        </EmptyState>
      }
    />
  );
}

function columnsOf(types: readonly EntityType[]): ListColumn<OptionSet>[] {
  return [
    {
      title: "Name",
      render: ({ id, name }) => (
        <Anchor size="sm" fw={600} renderRoot={(props) => <Link {...props} to="/option-sets/$id" params={{ id }} />}>
          {name}
        </Anchor>
      ),
    },
    { title: "Options", align: "right", width: 90, render: ({ options }) => numbers.format(options.length) },
    {
      title: "Such as",
      render: ({ options }) => (
        <Text size="sm" c="dimmed" truncate maw={320}>
          {options
            .slice(0, 4)
            .map(({ display }) => display)
            .join(", ")}
        </Text>
      ),
    },
    {
      title: "Used by",
      render: ({ id }) => {
        const users = usersOf(types, id).map(({ label, typePath }) => `${label} of ${typePath}`);
        return (
          <Text size="sm" c={users.length === 0 ? "dimmed" : ""} truncate maw={320}>
            {users.length === 0 ? "nothing" : users.join(", ")}
          </Text>
        );
      },
    },
    { title: "Changed", width: 140, render: ({ updatedOn }) => <TimeAgo time={updatedOn} /> },
  ];
}
