import { Anchor, Button, Group, List, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { Right, Role } from "@weft/client";
import { type ReactNode, useState } from "react";
import { ForAdministrators } from "../session/for-right.tsx";
import { useSession, useWeft } from "../session/session.ts";
import { formatNumber } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { SearchBox } from "../ui/search-box.tsx";
import { rolesQuery, usersQuery } from "./access-queries.ts";
import { AccessTabs } from "./access-tabs.tsx";
import { describeRight } from "./grant.ts";
import { useProjectName } from "./key-columns.tsx";
import { DeleteRole, EditRole } from "./role-dialogs.tsx";
import { builtInRoles } from "./role-field.tsx";

const route = getRouteApi("/shell/roles");

export function RolesPage() {
  const { isAdministrator } = useSession().who;
  const [isNew, setNew] = useState(false);
  return (
    <PageFrame
      title="Roles"
      description="What users with a role may do with product data."
      actions={
        isAdministrator && (
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setNew(true)}>
            New role
          </Button>
        )
      }
    >
      <AccessTabs />
      <ForAdministrators what="roles">
        <Roles />
        {isNew && <EditRole onClose={() => setNew(false)} />}
      </ForAdministrators>
    </PageFrame>
  );
}

function Roles() {
  const weft = useWeft();
  const roles = useQuery(rolesQuery(weft));
  return (
    <Stack>
      <Title order={2} fz="md">
        Custom
      </Title>
      <Loaded query={roles}>{(own) => (own.length === 0 ? <NoRoles /> : <OwnRoles roles={own} />)}</Loaded>
      <Title order={2} fz="md" mt="md">
        Built-in
      </Title>
      {builtInRoles.map(({ name, words, rights }) => (
        <RoleCard key={name} name={name} words={words} rights={rights} />
      ))}
    </Stack>
  );
}

function NoRoles() {
  return (
    <Text size="sm" c="dimmed">
      No custom roles yet. Create one where the built-in roles give too much or too little, for example only colors, or
      only one project.
    </Text>
  );
}

const cardsAtOnce = 25;

/** Some of them, since most organizations have few; the others are found by search or on request. */
function OwnRoles({ roles }: { readonly roles: readonly Role[] }) {
  const { q = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const [cards, setCards] = useState(cardsAtOnce);
  const found = roles.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()));
  return (
    <>
      {roles.length > cardsAtOnce && (
        <SearchBox
          label="Search by name"
          words={q}
          onChange={(words) => void navigate({ search: { q: words }, replace: true })}
        />
      )}
      {found.slice(0, cards).map((role) => (
        <RoleCard key={role.id} name={role.name} rights={role.rights} actions={<RoleActions role={role} />} />
      ))}
      {found.length === 0 && <Text size="sm">No matching roles.</Text>}
      {found.length > cards && (
        <div>
          <Button variant="default" onClick={() => setCards(cards + cardsAtOnce)}>
            Show more of {formatNumber(found.length)} roles
          </Button>
        </div>
      )}
    </>
  );
}

interface RoleCardProps {
  readonly name: string;
  readonly words?: string;
  readonly rights: readonly Right[];
  readonly actions?: ReactNode;
}

function RoleCard({ name, words, rights, actions }: RoleCardProps) {
  const nameOfProject = useProjectName();
  const sentences = rights.map((right) => describeRight(right, nameOfProject));
  return (
    <Paper withBorder p="md" component="section" aria-label={`Role ${name}`}>
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={3} fz="sm">
            {name}
          </Title>
          {words !== undefined && <Text size="sm">{`${words.charAt(0).toUpperCase()}${words.slice(1)}.`}</Text>}
          {words === undefined && (
            <List size="sm">
              {sentences.map((sentence) => (
                <List.Item key={sentence}>{sentence}</List.Item>
              ))}
              {sentences.length === 0 && <List.Item>None.</List.Item>}
            </List>
          )}
          <Holders role={name} />
        </div>
        {actions}
      </Group>
    </Paper>
  );
}

const namedMax = 3;

/** The users with the role: some by name, all of them behind the link. */
function Holders({ role }: { readonly role: string }) {
  const weft = useWeft();
  const { data: users = [] } = useQuery(usersQuery(weft));
  const holders = users.filter((user) => user.role === role);
  if (holders.length === 0) {
    return (
      <Text size="sm" c="dimmed" mt={4}>
        No users.
      </Text>
    );
  }
  const named = holders.slice(0, namedMax).map(({ name }) => name);
  const others = holders.length - named.length;
  return (
    <Anchor
      size="sm"
      mt={4}
      display="inline-block"
      renderRoot={(props) => <Link {...props} to="/users" search={{ role }} />}
    >
      {named.join(", ")}
      {others > 0 && ` and ${others} more`}
    </Anchor>
  );
}

function RoleActions({ role }: { readonly role: Role }) {
  const [act, setAct] = useState<"edit" | "delete">();
  const close = () => setAct(undefined);
  return (
    <Group gap="xs">
      <Button size="compact-sm" variant="default" onClick={() => setAct("edit")} aria-label={`Edit role ${role.name}`}>
        Edit
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => setAct("delete")}
        aria-label={`Delete role ${role.name}`}
      >
        Delete
      </Button>
      {act === "edit" && <EditRole role={role} onClose={close} />}
      {act === "delete" && <DeleteRole role={role} onClose={close} />}
    </Group>
  );
}
