import { ActionIcon, Menu, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useSession } from "../session/session.ts";
import { useSignOut } from "../session/use-sign-out.ts";
import { Icon } from "../ui/icon.tsx";

export function UserMenu() {
  const { who } = useSession();
  const signOut = useSignOut();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={`Account: ${who.actor.name}`}>
          <Icon name="user" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" c="var(--mantine-color-text)" fw={600} truncate>
            {who.actor.name}
          </Text>
          <Text size="xs">
            {who.role ?? who.credential.type} in {who.org.slug}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item
          leftSection={<Icon name="keys" />}
          renderRoot={(props) => <Link {...props} to="/keys" search={{ view: "users" }} />}
        >
          Your keys
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="signOut" />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
