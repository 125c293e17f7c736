import { AppShell, Box, Burger, Group, ScrollArea, Skeleton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { takeDestination } from "../session/remembered.ts";
import { useSession } from "../session/session.ts";
import { SessionGate } from "../session/session-gate.tsx";
import { Logo } from "../ui/logo.tsx";
import { SkeletonRows } from "../ui/skeleton-rows.tsx";
import { CommandPalette } from "./command-palette.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { NavLinks } from "./nav-links.tsx";
import { PaletteButton } from "./palette-button.tsx";
import classes from "./shell.module.css";
import { ThemeButton } from "./theme-button.tsx";
import { UserMenu } from "./user-menu.tsx";

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
