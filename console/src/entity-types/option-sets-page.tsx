import { Anchor, Button, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import type { EntityType, OptionSet } from "@weft/client";
import type { ReactNode } from "react";
import { useEntityTypes } from "../entities/entity-queries.ts";
import { queryKeys } from "../query-keys.ts";
import { useSession, useWeft } from "../session/session.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { formatNumber } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { type ListColumn, ListTable } from "../ui/list-table.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { readInParts } from "../ui/read-whole-list.ts";
import { SearchBox } from "../ui/search-box.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { wholeListing } from "../ui/use-listing.ts";
import { useSave } from "../ui/use-save.ts";
import { readOptions, usersOf } from "./option-sets.ts";
import { TypeTabs } from "./type-tabs.tsx";

const route = getRouteApi("/shell/option-sets");
/** The maximum page size of a list. */
const pageMax = 1000;
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
      description="Lists of allowed values. Several properties can share one."
      actions={isAdministrator && button}
    >
      <TypeTabs />
      <OptionSets action={isAdministrator && <Button onClick={form.open}>Create your first option set</Button>} />
      {isNewOpen && <NewOptionSet onClose={form.close} />}
    </PageFrame>
  );
}

function OptionSets({ action }: { readonly action: ReactNode }) {
  const weft = useWeft();
  const { q } = route.useSearch();
  const navigate = route.useNavigate();
  const types = useEntityTypes();
  const listing = wholeListing(
    useQuery({
      queryKey: queryKeys.optionSets.list(),
      queryFn: readInParts((signal) => weft.entities.pages({ entityName: "option-set", limit: pageMax, signal })),
    }),
  );
  const rows = listing.rows.filter(({ name }) => name.toLowerCase().includes((q ?? "").toLowerCase()));
  return (
    <>
      <SearchBox
        label="Search option sets"
        words={q ?? ""}
        onChange={(words) => void navigate({ search: { q: words }, replace: true })}
      />
      <ListTable
        label="Option sets"
        listing={{ ...listing, rows }}
        columns={columnsOf(types.data ?? [])}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: "/option-sets/$id", params: { id } })}
        empty={q === undefined ? <NoSets action={action} /> : <NoSuchSets />}
      />
    </>
  );
}

function NoSets({ action }: { readonly action: ReactNode }) {
  return (
    <EmptyState icon="types" title="No option sets yet" action={action}>
      An option set contains the allowed values of a property, each with a label: women, Women.
    </EmptyState>
  );
}

function NoSuchSets() {
  return (
    <EmptyState icon="search" title="No matching option sets">
      Try a different search.
    </EmptyState>
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
    { title: "Options", align: "right", width: 90, render: ({ options }) => formatNumber(options.length) },
    {
      title: "Examples",
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
            {users.length === 0 ? "none" : users.join(", ")}
          </Text>
        );
      },
    },
    { title: "Changed", width: 140, render: ({ updatedOn }) => <TimeAgo time={updatedOn} /> },
  ];
}

export function NewOptionSet({ onClose }: { readonly onClose: () => void }) {
  const weft = useWeft();
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { name: "", lines: "" },
    validate: { name: (value) => (value.trim() === "" ? "Enter a name, such as Genders." : null) },
  });
  const create = useSave({
    save: ({ name, lines }: { readonly name: string; readonly lines: string }) =>
      weft.call("create-option-set", { body: { name: name.trim(), options: readOptions(lines) } }),
    stale: [queryKeys.optionSets.all()],
    onSaved: ({ id }) => navigate({ to: "/option-sets/$id", params: { id } }),
  });
  return (
    <FormDialog title="New option set" form={form} saving={create} submitLabel="Create option set" onClose={onClose}>
      <TextInput label="Name" placeholder="Genders" data-autofocus {...form.getInputProps("name")} />
      <Textarea
        label="Options"
        description="One per line: the value, then a comma or a tab and its label. Default label: the value."
        placeholder={"women, Women\nmen, Men"}
        autosize
        minRows={4}
        maxRows={12}
        {...form.getInputProps("lines")}
      />
    </FormDialog>
  );
}
