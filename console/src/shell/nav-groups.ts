import type { LinkProps } from "@tanstack/react-router";
import type { IconName } from "../ui/icon.tsx";

interface NavPage {
  readonly title: string;
  readonly icon: IconName;
  readonly link: LinkProps;
  /** Other search terms for it. */
  readonly words?: string;
  /** Addresses of pages that belong to it, but do not begin with its own. */
  readonly also?: readonly string[];
}

interface NavGroup {
  readonly title: string;
  readonly pages: readonly NavPage[];
  readonly isForAdministrators?: boolean;
}

export const navGroups: readonly NavGroup[] = [
  {
    title: "Data",
    pages: [
      { title: "Overview", icon: "overview", link: { to: "/" }, words: "home activity" },
      {
        title: "Entities",
        icon: "entities",
        link: { to: "/entities/$kind", params: { kind: "items" } },
        words: "items colors products styles",
        also: ["/entities", "/compare"],
      },
      { title: "Projects", icon: "project", link: { to: "/projects" }, words: "seasons workspaces identifier" },
      { title: "Assortments", icon: "assortments", link: { to: "/assortments" }, words: "publish members" },
      {
        title: "Types",
        icon: "types",
        link: { to: "/types" },
        words: "properties option sets",
        also: ["/option-sets"],
      },
      {
        title: "Changes",
        icon: "changes",
        link: { to: "/changes" },
        words: "history consumers",
        also: ["/consumers"],
      },
    ],
  },
  {
    title: "Exchange",
    pages: [
      { title: "Loads", icon: "loads", link: { to: "/loads" }, words: "csv import loader upload" },
      {
        title: "Workflows",
        icon: "workflows",
        link: { to: "/workflows" },
        words: "processes tasks events",
        also: ["/processes", "/tasks"],
      },
      {
        title: "Webhooks",
        icon: "webhooks",
        link: { to: "/webhooks" },
        words: "deliveries outbound",
        also: ["/deliveries", "/inbound-webhooks"],
      },
    ],
  },
  {
    title: "Administration",
    isForAdministrators: true,
    pages: [
      { title: "Keys", icon: "keys", link: { to: "/keys" }, words: "api keys apps tokens" },
      {
        title: "Users",
        icon: "users",
        link: { to: "/users" },
        words: "people roles rights permissions",
        also: ["/roles"],
      },
      { title: "Single sign-on", icon: "signOn", link: { to: "/sso" }, words: "sso oidc identity provider" },
      { title: "Limits and usage", icon: "limits", link: { to: "/limits" }, words: "rate limits organization" },
      { title: "Audit log", icon: "lock", link: { to: "/audit" }, words: "security sign-ins events who did what" },
    ],
  },
  { title: "Help", pages: [{ title: "API reference", icon: "reference", link: { to: "/reference" } }] },
];
