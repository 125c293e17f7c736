import { Button, Checkbox, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import type { ApiKey } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { useSession } from "../session/session.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { type ListColumn, ListTable } from "../ui/list-table.tsx";
import { wholeListing } from "../ui/use-listing.ts";
import { useSave } from "../ui/use-save.ts";
import { keysQuery, usersQuery } from "./access-queries.ts";
import { ExpiryField, endOfDay, findDayError } from "./expiry-field.tsx";
import { KeyActions } from "./key-actions.tsx";
import { GrantedSummary, KeyName, KeyStatusBadge, TimeOr } from "./key-columns.tsx";
import { type KeyFilter, matches, passesFilter } from "./key-status.ts";
import type { NewSecret } from "./shown-once.tsx";

interface UserKeysProps {
  readonly filter: KeyFilter;
  readonly words: string;
  readonly onNew: () => void;
  readonly onMade: (made: NewSecret) => void;
}

/** Administrators see the keys of all users, others their own. */
export function UserKeys({ filter, words, onNew, onMade }: UserKeysProps) {
  const { weft } = useSession();
  const nameOf = useUserName();
  const listing = wholeListing(useQuery(keysQuery(weft)));
  const lowered = words.trim().toLowerCase();
  const rows = listing.rows.filter(
    (key) =>
      key.userId !== null &&
      passesFilter(key, filter, Date.now()) &&
      (matches(key, lowered) || nameOf(key).toLowerCase().includes(lowered)),
  );
  return (
    <ListTable
      isOneLine
      label="User keys"
      listing={{ ...listing, rows }}
      columns={columnsOf(nameOf, onMade)}
      rowKey={(key) => key.id}
      empty={
        <EmptyState icon="keys" title="No user keys" action={<Button onClick={onNew}>New personal key</Button>}>
          A user key has the permissions of its user, and suits experiments. For an integration, create an app key.
        </EmptyState>
      }
    />
  );
}

function useUserName(): (key: ApiKey) => string {
  const { who, weft } = useSession();
  const { data: users = [] } = useQuery({ ...usersQuery(weft), enabled: who.isAdministrator });
  return ({ userId }) =>
    userId === who.actor.id
      ? `${who.actor.name} (you)`
      : (users.find((user) => user.id === userId)?.name ?? userId ?? "");
}

function columnsOf(nameOf: (key: ApiKey) => string, onMade: UserKeysProps["onMade"]): readonly ListColumn<ApiKey>[] {
  return [
    { title: "Key", render: (key) => <KeyName apiKey={key} /> },
    { title: "User", render: (key) => <Text size="sm">{nameOf(key)}</Text> },
    { title: "Permissions", render: (key) => <GrantedSummary {...key} /> },
    { title: "Last used", render: (key) => <TimeOr time={key.lastUsedOn} otherwise="never" /> },
    { title: "Expires", render: (key) => <TimeOr time={key.expiresOn} otherwise="never" /> },
    { title: "Status", render: (key) => <KeyStatusBadge dated={key} /> },
    {
      title: "Actions",
      align: "right",
      render: (key) => <KeyActions apiKey={key} ownerName={nameOf(key)} onMade={onMade} />,
    },
  ];
}

interface NewOwnKeyProps {
  readonly onClose: () => void;
  readonly onMade: (made: NewSecret) => void;
}

interface OwnKeyDraft {
  readonly label: string;
  readonly isForCallbacks: boolean;
  readonly day: string | undefined;
}

/** A key of the signed-in user. It has the user's permissions, and follows when they change. */
export function NewOwnKey({ onClose, onMade }: NewOwnKeyProps) {
  const { who, weft } = useSession();
  const form = useForm<OwnKeyDraft>({
    initialValues: { label: "", isForCallbacks: false, day: undefined },
    validate: {
      label: (value) => (value.trim() === "" ? "Enter a label, for example the name of the machine." : null),
      day: findDayError,
    },
  });
  const create = useSave({
    save: ({ label, isForCallbacks, day }: OwnKeyDraft) =>
      weft.call("create-api-key", {
        body: {
          userId: who.actor.id,
          label: label.trim(),
          ...(isForCallbacks ? { preset: "callback" as const } : {}),
          ...(day === undefined ? {} : { expiresOn: endOfDay(day) }),
        },
      }),
    stale: [queryKeys.keys.all()],
    onSaved: ({ label, apiKey }) => onMade({ kind: "key", title: `Your key ${label}`, secret: apiKey }),
  });
  return (
    <FormDialog
      title="New personal key"
      form={form}
      saving={create}
      submitLabel="Create key"
      onClose={onClose}
      centered
    >
      <Text size="sm">It acts as {who.actor.name}, with your permissions.</Text>
      <TextInput label="Label" placeholder="laptop" data-autofocus {...form.getInputProps("label")} />
      <Checkbox
        label="Only for completing tasks"
        description="Limits the key to callbacks."
        {...form.getInputProps("isForCallbacks", { type: "checkbox" })}
      />
      <ExpiryField
        day={form.values.day}
        onChange={(day) => form.setFieldValue("day", day)}
        error={form.errors["day"]}
      />
    </FormDialog>
  );
}
