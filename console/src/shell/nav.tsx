import { UnstyledButton } from "@mantine/core";
import { useDisclosure, useLocalStorage } from "@mantine/hooks";
import { Link, useRouterState } from "@tanstack/react-router";
import { Icon } from "../ui/icon.tsx";
import { ArrangeCatalog } from "./arrange-catalog.tsx";
import type { MenuGroup, MenuPage } from "./menu.ts";
import classes from "./nav.module.css";
import { useMenu, useOpenShortcuts } from "./use-menu.ts";

/** The menu of all pages. Groups are closed by their heading, which the browser remembers. */
export function Nav() {
  return useMenu().map((group) =>
    group.title === "Home" ? (
      <Pages key={group.title} pages={group.pages} />
    ) : (
      <Group key={group.title} group={group} />
    ),
  );
}

function Group({ group: { title, pages, startsClosed = false } }: { readonly group: MenuGroup }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [closed, setClosed] = useLocalStorage<boolean>({
    key: `weft.menu.${title}`,
    defaultValue: startsClosed,
    getInitialValueInEffect: false,
  });
  // The current page is always visible.
  const isOpen = !closed || pages.some((page) => isPageOf(page, path));
  return (
    <section aria-label={title} className={classes["group"]}>
      <div className={classes["head"]}>
        <UnstyledButton className={classes["heading"] ?? ""} aria-expanded={isOpen} onClick={() => setClosed(isOpen)}>
          {title}
          <Icon name={isOpen ? "down" : "right"} size={12} />
        </UnstyledButton>
        {title === "Catalog" && isOpen && <ArrangeButton />}
      </div>
      {isOpen && (title === "Catalog" ? <CatalogPages pages={pages} /> : <Pages pages={pages} />)}
    </section>
  );
}

function isPageOf({ target, also = [] }: MenuPage, path: string): boolean {
  const own = "link" in target && target.link.params === undefined ? [String(target.link.to)] : [];
  return [...own, ...also].some((start) => path === start || path.startsWith(`${start}/`));
}

const shownMax = 8;

/** The first eight; the others on request. */
function CatalogPages({ pages }: { readonly pages: readonly MenuPage[] }) {
  const [isWhole, { toggle }] = useDisclosure(false);
  return (
    <>
      <Pages pages={isWhole ? pages : pages.slice(0, shownMax)} />
      {pages.length > shownMax && (
        <UnstyledButton className={classes["page"] ?? ""} aria-expanded={isWhole} onClick={toggle}>
          <Icon name={isWhole ? "up" : "more"} />
          {isWhole ? "Fewer" : "More…"}
        </UnstyledButton>
      )}
    </>
  );
}

function ArrangeButton() {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <UnstyledButton className={classes["arrange"] ?? ""} aria-label="Arrange the catalog" onClick={open}>
        <Icon name="sort" size={14} />
      </UnstyledButton>
      <ArrangeCatalog opened={isOpen} onClose={close} shownMax={shownMax} />
    </>
  );
}

function Pages({ pages }: { readonly pages: readonly MenuPage[] }) {
  return pages.map((page) => <PageEntry key={page.title} page={page} />);
}

function PageEntry({ page: { title, icon, target, also = [] } }: { readonly page: MenuPage }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const openShortcuts = useOpenShortcuts();
  const className = classes["page"] ?? "";
  const content = (
    <>
      <Icon name={icon} />
      <span className={classes["title"]}>{title}</span>
    </>
  );
  if ("href" in target) {
    return (
      <a href={target.href} className={className}>
        {content}
      </a>
    );
  }
  if ("opens" in target) {
    return (
      <UnstyledButton className={className} onClick={openShortcuts}>
        {content}
      </UnstyledButton>
    );
  }
  return (
    <Link
      {...target.link}
      className={className}
      data-belongs={also.some((start) => path === start || path.startsWith(`${start}/`))}
      // A list of the catalog is current only with its own type.
      activeOptions={{
        exact: target.link.to === "/",
        includeSearch: target.link.search !== undefined,
        explicitUndefined: true,
      }}
    >
      {content}
    </Link>
  );
}
