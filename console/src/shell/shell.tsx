import {
  ActionIcon,
  AppShell,
  Box,
  Burger,
  Group,
  Menu,
  ScrollArea,
  Skeleton,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import { Component, type ReactNode, useEffect, useRef } from "react";
import { FormatDialog } from "../session/format-dialog.tsx";
import { takeDestination } from "../session/remembered.ts";
import { useSession } from "../session/session.ts";
import { SessionGate, useSignOut } from "../session/session-gate.tsx";
import { ErrorState } from "../ui/error-note.tsx";
import { Icon } from "../ui/icon.tsx";
import { SkeletonRows } from "../ui/loaded.tsx";
import { Logo } from "../ui/logo.tsx";
import { CommandPalette, PaletteButton } from "./command-palette.tsx";
import { Nav } from "./nav.tsx";
import classes from "./shell.module.css";
import { ShortcutsDialog, useShortcutsKey } from "./shortcuts-dialog.tsx";
import { ShortcutsContext } from "./use-menu.ts";

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
  const [isHelpOpen, help] = useDisclosure(false);
  const content = useRef<HTMLElement>(null);
  useShortcutsKey(help.open);
  useGoOn();
  // biome-ignore lint/correctness/useExhaustiveDependencies: A new page closes the menu that led to it.
  useEffect(nav.close, [path]);
  return (
    <ShortcutsContext value={help.open}>
      <AppShell
        header={{ height: 56 }}
        navbar={{ width: 232, breakpoint: "md", collapsed: { mobile: !isNavOpen } }}
        padding={{ base: "sm", sm: "lg" }}
      >
        <button type="button" className={classes["skip"]} onClick={() => content.current?.focus()}>
          Skip to content
        </button>
        <AppShell.Header>
          <Header isNavOpen={isNavOpen} onToggleNav={nav.toggle} />
        </AppShell.Header>
        <AppShell.Navbar p="xs" component="nav" aria-label="Pages">
          <ScrollArea>
            <Nav />
          </ScrollArea>
          <Version />
        </AppShell.Navbar>
        <AppShell.Main ref={content} id="content" tabIndex={-1} className={classes["main"]}>
          <ErrorBoundary key={placeOf(path)} path={path}>
            <Outlet />
          </ErrorBoundary>
        </AppShell.Main>
        <CommandPalette />
        <ShortcutsDialog opened={isHelpOpen} onClose={help.close} />
      </AppShell>
    </ShortcutsContext>
  );
}

/** Pages with the same place keep their state: moving between colorways does not lose the focus. */
function placeOf(path: string): string {
  return /^\/entities\/items\/(?!new$)/.test(path) ? "item" : path;
}

interface HeaderProps {
  readonly isNavOpen: boolean;
  readonly onToggleNav: () => void;
}

function Header({ isNavOpen, onToggleNav }: HeaderProps) {
  return (
    <Group h="100%" px="md" wrap="nowrap" gap="sm" justify="space-between">
      <Group wrap="nowrap" gap="sm" style={{ minWidth: 0 }}>
        <Burger opened={isNavOpen} onClick={onToggleNav} hiddenFrom="md" size="sm" aria-label="Menu" />
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

interface BoundaryProps {
  readonly path: string;
  readonly children: ReactNode;
}

interface State {
  readonly error: unknown;
  readonly path: string;
}

/** A page that crashes leaves the menu and the other pages usable. */
class ErrorBoundary extends Component<BoundaryProps, State> {
  override state: State = { error: undefined, path: this.props.path };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ path }: BoundaryProps, state: State): State | null {
    return path === state.path ? null : { error: undefined, path };
  }

  override render(): ReactNode {
    return this.state.error === undefined ? (
      this.props.children
    ) : (
      <ErrorState error={this.state.error} onRetry={() => this.setState({ error: undefined })} />
    );
  }
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
            <Text size="sm" c="var(--weft-text)" fw={600} truncate>
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
