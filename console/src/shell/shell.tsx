import {
  ActionIcon,
  AppShell,
  Box,
  Burger,
  Group,
  Menu,
  NavLink,
  ScrollArea,
  Skeleton,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import { Component, type ReactNode, useEffect } from "react";
import { FormatDialog } from "../session/format-dialog.tsx";
import { takeDestination } from "../session/remembered.ts";
import { useSession } from "../session/session.ts";
import { SessionGate, useSignOut } from "../session/session-gate.tsx";
import { ErrorState } from "../ui/error-note.tsx";
import { Icon } from "../ui/icon.tsx";
import { SkeletonRows } from "../ui/loaded.tsx";
import { Logo } from "../ui/logo.tsx";
import { CommandPalette, PaletteButton } from "./command-palette.tsx";
import { navGroups } from "./nav-groups.ts";
import classes from "./shell.module.css";

export function Shell() {
  return (
    <SessionGate waiting={<WaitingShell />}>
      <SignedInShell />
    </SessionGate>
  );
}

function SignedInShell() {
  const [isNavOpen, nav] = useDisclosure(false);
  const path = useRouterState({ select: (state) => state.location.pathname });
  useGoOn();
  // biome-ignore lint/correctness/useExhaustiveDependencies: A new page closes the menu that led to it.
  useEffect(nav.close, [path]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: "md", collapsed: { mobile: !isNavOpen } }}
      padding={{ base: "sm", sm: "lg" }}
    >
      <a href="#content" className={classes["skip"]}>
        Skip to content
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" wrap="nowrap" gap="sm" justify="space-between">
          <Group wrap="nowrap" gap="sm" style={{ minWidth: 0 }}>
            <Burger opened={isNavOpen} onClick={nav.toggle} hiddenFrom="md" size="sm" aria-label="Menu" />
            <Link to="/" className={classes["home"]} aria-label="Weft, go to overview">
              <Logo />
            </Link>
            <OrgName />
          </Group>
          <Group wrap="nowrap" gap="xs">
            <PaletteButton />
            <ThemeButton />
            <UserMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" component="nav" aria-label="Pages">
        <ScrollArea>
          <NavLinks />
        </ScrollArea>
        <Version />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes["main"]}>
        <ErrorBoundary key={path}>
          <Outlet />
        </ErrorBoundary>
      </AppShell.Main>
      <CommandPalette />
    </AppShell>
  );
}

/** The current organization, on every page. */
function OrgName() {
  const { org } = useSession().who;
  return (
    <Box className={classes["org"]} title={`Organization ${org.slug}`}>
      {org.slug}
    </Box>
  );
}

/** After the identity provider, the user returns to the page they requested. */
function useGoOn(): void {
  useEffect(() => {
    const href = takeDestination();
    if (href !== undefined && href !== "/") location.replace(href);
  }, []);
}

function WaitingShell() {
  return (
    <Box p="lg" maw={900}>
      <Skeleton height={32} width={220} mb="lg" />
      <SkeletonRows />
    </Box>
  );
}

interface State {
  readonly error: unknown;
}

/** A page that crashes leaves the menu usable. */
class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error === undefined ? (
      this.props.children
    ) : (
      <ErrorState error={this.state.error} onRetry={() => this.setState({ error: undefined })} />
    );
  }
}

function NavLinks() {
  const { isAdministrator } = useSession().who;
  const path = useRouterState({ select: (state) => state.location.pathname });
  return navGroups
    .filter((group) => isAdministrator || group.isForAdministrators !== true)
    .map(({ title, pages }) => (
      <section key={title} aria-label={title}>
        <div className={classes["group"]}>{title}</div>
        {pages.map((page) => (
          <NavLink
            key={page.title}
            label={page.title}
            leftSection={<Icon name={page.icon} />}
            className={classes["page"] ?? ""}
            data-belongs={page.also?.some((start) => path === start || path.startsWith(`${start}/`)) === true}
            renderRoot={(props) => (
              <Link {...props} {...page.link} activeOptions={{ exact: page.link.to === "/", includeSearch: false }} />
            )}
          />
        ))}
      </section>
    ));
}

/** Of the service, which puts it into the page. */
function Version() {
  const version = document.querySelector<HTMLMetaElement>('meta[name="weft-version"]')?.content ?? "";
  // In development, the page does not come from the service.
  return version.startsWith("__") ? null : (
    <Text component="footer" size="xs" c="dimmed" px="sm" pt="xs" mt="auto">
      Weft {version}
    </Text>
  );
}

/** Until the user has chosen, the system setting applies. */
function ThemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme("light");
  const other = shown === "light" ? "dark" : "light";
  return (
    <ActionIcon variant="default" size="lg" aria-label={`Use ${other} theme`} onClick={() => setColorScheme(other)}>
      <Icon name={other === "dark" ? "moon" : "sun"} />
    </ActionIcon>
  );
}

function UserMenu() {
  const { who } = useSession();
  const signOut = useSignOut();
  const [isFormatOpen, formatDialog] = useDisclosure(false);
  return (
    <>
      <FormatDialog opened={isFormatOpen} onClose={formatDialog.close} />
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
          <Menu.Item leftSection={<Icon name="edit" />} onClick={formatDialog.open}>
            Number and date format
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="signOut" />} onClick={signOut}>
            Sign out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
