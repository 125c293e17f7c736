import type { LinkProps } from "@tanstack/react-router";
import type { Right, Whoami } from "@weft/client";
import { mayDoSome } from "../session/session.ts";
import type { IconName } from "../ui/icon.tsx";
import type { CatalogEntry } from "./catalog.ts";

/** A page of the console, a page of the service, or a dialog. */
type MenuTarget = { readonly link: LinkProps } | { readonly href: string } | { readonly opens: "shortcuts" };

export interface MenuPage {
  readonly title: string;
  readonly icon: IconName;
  readonly target: MenuTarget;
  /** Other search terms for it. */
  readonly words?: string;
  /** Addresses of pages that belong to it, but do not begin with its own. */
  readonly also?: readonly string[];
}

export interface MenuGroup {
  readonly title: string;
  readonly pages: readonly MenuPage[];
  /** Until the user opens it. */
  readonly startsClosed?: boolean;
}

/** What the user may open, in the order of the work. A page that would refuse them is not in it. */
export function menuFor(who: Whoami, catalog: readonly CatalogEntry[]): MenuGroup[] {
  const mayRead = (kind: string) => mayDoSome(who, readVerb, kind);
  const { isAdministrator } = who;
  const groups: readonly (Omit<MenuGroup, "pages"> & { readonly pages: readonly Offer[] })[] = [
    { title: "Home", pages: [[true, overview]] },
    { title: "Catalog", pages: catalog.map((entry): Offer => [true, pageOf(entry)]) },
    {
      title: "Line",
      pages: [
        [mayRead("project"), seasons],
        [mayRead("assortment"), assortments],
      ],
    },
    {
      title: "Data",
      pages: [
        [mayRead("loader-process"), imports],
        [true, changes],
      ],
    },
    {
      title: "Automation",
      pages: [
        [mayRead("event-workflow"), workflows],
        [mayRead("event-workflow-process"), runs],
        [isAdministrator, webhooks],
        [isAdministrator, operations],
      ],
    },
    {
      title: "Settings",
      startsClosed: true,
      pages: [
        [true, types],
        [true, optionSets],
        [mayRead("size-range-template"), sizeRanges],
        ...administration.map((page): Offer => [isAdministrator, page]),
      ],
    },
    { title: "Help", startsClosed: true, pages: help.map((page): Offer => [true, page]) },
  ];
  return groups
    .map(({ pages, ...group }) => ({ ...group, pages: pages.flatMap(([isOpen, page]) => (isOpen ? [page] : [])) }))
    .filter(({ pages }) => pages.length > 0);
}

type Offer = readonly [isOpen: boolean, page: MenuPage];

const readVerb: Right["verbs"][number] = "read";

function pageOf({ title, icon, kindPath, typePath }: CatalogEntry): MenuPage {
  const link = { to: "/entities/$kind", params: { kind: kindPath }, search: { type: typePath } } as const;
  return { title, icon, target: { link }, words: `entities ${kindPath} ${typePath ?? ""}` };
}

function page(title: string, icon: IconName, link: LinkProps, rest: Pick<MenuPage, "words" | "also"> = {}): MenuPage {
  return { title, icon, target: { link }, ...rest };
}

const overview = page("Overview", "overview", { to: "/" }, { words: "home activity" });
const seasons = page("Seasons", "calendar", { to: "/projects" }, { words: "projects workspaces identifier" });
const assortments = page("Assortments", "assortments", { to: "/assortments" }, { words: "publish members" });
const imports = page("Imports", "loads", { to: "/loads" }, { words: "loads csv import loader upload" });
const changes = page(
  "Changes",
  "changes",
  { to: "/changes" },
  { words: "history consumers undo", also: ["/consumers"] },
);
const workflows = page("Workflows", "workflows", { to: "/workflows" }, { words: "automation events" });
const runs = page("Runs", "play", { to: "/processes" }, { words: "processes tasks", also: ["/tasks"] });
const webhooks = page(
  "Webhooks",
  "webhooks",
  { to: "/webhooks" },
  { words: "deliveries outbound", also: ["/deliveries", "/inbound-webhooks"] },
);
const operations = page("Operations", "pulse", { to: "/operations" }, { words: "failures charts health requests" });
const types = page("Types", "types", { to: "/types" }, { words: "properties" });
const optionSets = page("Option sets", "list", { to: "/option-sets" }, { words: "choices values" });
const sizeRanges = page("Size ranges", "ruler", {
  to: "/entities/$kind",
  params: { kind: "size-range-templates" },
});
const administration: readonly MenuPage[] = [
  page("People", "users", { to: "/users" }, { words: "users" }),
  page("Roles", "check", { to: "/roles" }, { words: "rights permissions" }),
  page("Keys", "keys", { to: "/keys" }, { words: "api keys apps tokens" }),
  page("Sign-on", "signOn", { to: "/sso" }, { words: "single sign-on sso oidc identity provider" }),
  page("Limits", "limits", { to: "/limits" }, { words: "rate limits usage organization retention" }),
  page("Audit log", "lock", { to: "/audit" }, { words: "security sign-ins events who did what" }),
];
const help: readonly MenuPage[] = [
  { title: "Guides", icon: "book", target: { href: "/docs" }, words: "documentation manual" },
  page("API reference", "reference", { to: "/reference" }),
  { title: "Shortcuts", icon: "keyboard", target: { opens: "shortcuts" }, words: "keyboard keys" },
];
