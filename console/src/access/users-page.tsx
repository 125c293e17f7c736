import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { User } from "@weft/client";
import { useState } from "react";
import { ForAdministrators } from "../session/for-right.tsx";
import { useSession, useWeft } from "../session/session.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";
import { type ListColumn, ListTable } from "../ui/list-table.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { SearchBox } from "../ui/search-box.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { wholeListing } from "../ui/use-listing.ts";
import { usersQuery } from "./access-queries.ts";
import { AccessTabs } from "./access-tabs.tsx";
import { TimeOr } from "./key-columns.tsx";
import { UserActions } from "./user-actions.tsx";
import { NewUser } from "./user-forms.tsx";

const route = getRouteApi("/shell/users");

export function UsersPage() {
  const { isAdministrator } = useSession().who;
  const [isNew, setNew] = useState(false);
  return (
    <PageFrame
      title="Users"
      description="The users of the organization and their roles."
      actions={
        isAdministrator && (
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setNew(true)}>
            New user
          </Button>
        )
      }
    >
      <AccessTabs />
      <ForAdministrators what="users">
        <UserList />
        {isNew && <NewUser onClose={() => setNew(false)} />}
      </ForAdministrators>
    </PageFrame>
  );
}

function UserList() {
  const { q = "", role } = route.useSearch();
  const navigate = route.useNavigate();
  const listing = wholeListing(useQuery(usersQuery(useWeft())));
  const rows = listing.rows.filter(
    (user) =>
      `${user.name} ${user.email} ${user.role}`.toLowerCase().includes(q.toLowerCase()) &&
      (role === undefined || user.role === role),
  );
  return (
    <>
      <SearchBox
        label="Search by name, email or role"
        words={q}
        onChange={(words) => void navigate({ search: { role, q: words }, replace: true })}
      />
      <ListTable
        isOneLine
        label="Users"
        listing={{ ...listing, rows }}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon="users" title={role === undefined ? "No matching users" : `No users with the role ${role}`}>
            Try a different search.
          </EmptyState>
        }
      />
    </>
  );
}

const columns: readonly ListColumn<User>[] = [
  {
    title: "Name",
    render: ({ name }) => (
      <Text size="sm" fw={550}>
        {name}
      </Text>
    ),
  },
  { title: "Email", render: ({ email }) => email },
  { title: "Role", render: ({ role }) => role },
  { title: "Sign-in method", render: describeWays },
  { title: "Last sign-in", render: ({ lastLoginOn }) => <TimeOr time={lastLoginOn} otherwise="never" /> },
  { title: "Status", render: ({ isActive }) => <StatusBadge status={isActive ? "active" : "disabled"} /> },
  { title: "Actions", align: "right", render: (user) => <UserActions user={user} /> },
];

function describeWays({ hasPassword, hasSignOn }: User): string {
  const ways = [...(hasPassword ? ["password"] : []), ...(hasSignOn ? ["single sign-on"] : [])];
  return ways.length === 0 ? "single sign-on, not used yet" : ways.join(", ");
}
