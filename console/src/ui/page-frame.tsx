import { Anchor, Breadcrumbs, Group, Stack, Text, Title } from "@mantine/core";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import classes from "./page-tabs.module.css";

interface Crumb {
  readonly title: string;
  readonly link: LinkProps;
}

interface PageFrameProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** The pages above this one. */
  readonly crumbs?: readonly Crumb[];
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The header of every page: breadcrumbs, title, actions. */
export function PageFrame({ title, description, crumbs = [], actions, children }: PageFrameProps) {
  return (
    <Stack gap="lg">
      <title>{`${title} · Weft`}</title>
      <div>
        {crumbs.length > 0 && (
          <Breadcrumbs mb={4} separatorMargin={6} aria-label="Breadcrumbs">
            {crumbs.map((crumb) => (
              <Anchor key={crumb.title} size="sm" renderRoot={(props) => <Link {...props} {...crumb.link} />}>
                {crumb.title}
              </Anchor>
            ))}
          </Breadcrumbs>
        )}
        <Group justify="space-between" align="flex-start" gap="sm">
          <div style={{ minWidth: 0 }}>
            <Title order={1} style={{ overflowWrap: "anywhere" }}>
              {title}
            </Title>
            {description !== undefined && (
              <Text size="sm" c="dimmed" component="div">
                {description}
              </Text>
            )}
          </div>
          {actions !== undefined && <Group gap="xs">{actions}</Group>}
        </Group>
      </div>
      {children}
    </Stack>
  );
}

interface PageTab {
  readonly title: string;
  readonly link: LinkProps;
}

/** Pages that belong together and share one menu entry. */
export function PageTabs({ label, tabs }: { readonly label: string; readonly tabs: readonly PageTab[] }) {
  return (
    <nav aria-label={label} className={classes["tabs"]}>
      {tabs.map(({ title, link }) => (
        <Link
          key={title}
          {...link}
          className={classes["tab"] ?? ""}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}
