import { NavLink } from "@mantine/core";
import { Link, useRouterState } from "@tanstack/react-router";
import { useSession } from "../session/session.ts";
import { Icon } from "../ui/icon.tsx";
import { navGroups } from "./nav-groups.ts";
import classes from "./shell.module.css";

export function NavLinks() {
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
