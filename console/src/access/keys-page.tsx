import { Button, Group, SegmentedControl, Select, Stack, TextInput } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useSession } from "../session/session.ts";
import { Icon } from "../ui/icon.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import type { KeysSearch } from "./access-search.ts";
import { AccessTabs } from "./access-tabs.tsx";
import { AccessTokens, NewAccessToken } from "./access-tokens.tsx";
import { AppKeys } from "./app-keys.tsx";
import { type KeyFilter, keyFilters } from "./key-status.ts";
import { NewAppKey } from "./new-app-key.tsx";
import { type NewSecret, ShownOnce } from "./shown-once.tsx";
import { NewOwnKey, UserKeys } from "./user-keys.tsx";

const route = getRouteApi("/shell/keys");
type KeyView = NonNullable<KeysSearch["view"]>;
type Dialog = { readonly view: KeyView; readonly appName?: string | undefined };

const newLabels = { apps: "New key", users: "New personal key", tokens: "New access token" } as const;

export function KeysPage() {
  const { isAdministrator } = useSession().who;
  const search = route.useSearch();
  const view = isAdministrator ? (search.view ?? "apps") : "users";
  const filter = search.show ?? "live";
  const words = search.q ?? "";
  const [dialog, setDialog] = useState<Dialog>();
  const [made, setMade] = useState<NewSecret>();
  const close = () => setDialog(undefined);
  const finish = (secret: NewSecret) => {
    close();
    setMade(secret);
  };
  const shared = { filter, words, onMade: setMade };
  return (
    <PageFrame
      title="Keys"
      description="Credentials of programs. Give each integration a separate key, with the fewest permissions it needs."
      actions={
        <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setDialog({ view })}>
          {newLabels[view]}
        </Button>
      }
    >
      <AccessTabs />
      <Stack gap="sm">
        <KeyFilters view={view} filter={filter} words={words} />
        {view === "apps" && <AppKeys {...shared} onNew={(appName) => setDialog({ view, appName })} />}
        {view === "users" && <UserKeys {...shared} onNew={() => setDialog({ view })} />}
        {view === "tokens" && <AccessTokens {...shared} onNew={() => setDialog({ view })} />}
      </Stack>
      <NewAppKey opened={dialog?.view === "apps"} appName={dialog?.appName} onClose={close} onMade={finish} />
      {dialog?.view === "users" && <NewOwnKey onClose={close} onMade={finish} />}
      {dialog?.view === "tokens" && <NewAccessToken onClose={close} onMade={finish} />}
      <ShownOnce made={made} onClose={() => setMade(undefined)} />
    </PageFrame>
  );
}

const views: readonly { readonly value: KeyView; readonly label: string }[] = [
  { value: "apps", label: "Apps" },
  { value: "users", label: "Users" },
  { value: "tokens", label: "Access tokens" },
];

const filterLabels: Readonly<Record<KeyFilter, string>> = {
  live: "Active",
  unused: "Unused for 90 days",
  expiring: "Expiring within 30 days",
  ended: "Inactive",
  all: "All",
};

interface KeyFiltersProps {
  readonly view: KeyView;
  readonly filter: KeyFilter;
  readonly words: string;
}

function KeyFilters({ view, filter, words }: KeyFiltersProps) {
  const { isAdministrator } = useSession().who;
  const navigate = route.useNavigate();
  const set = (change: KeysSearch) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <Group gap="sm">
      {isAdministrator && (
        <SegmentedControl
          aria-label="Credential type"
          data={[...views]}
          value={view}
          onChange={(value) => set({ view: value })}
        />
      )}
      <Select
        aria-label="Key status"
        data={keyFilters.map((value) => ({ value, label: filterLabels[value] }))}
        value={filter}
        onChange={(value) => set({ show: value ?? undefined })}
        allowDeselect={false}
        w={220}
      />
      <TextInput
        aria-label="Search by name"
        placeholder="Search by name"
        leftSection={<Icon name="search" size={16} />}
        value={words}
        onChange={(event) => set({ q: event.currentTarget.value === "" ? undefined : event.currentTarget.value })}
        flex={{ base: "1 1 160px", sm: "0 1 260px" }}
      />
    </Group>
  );
}
