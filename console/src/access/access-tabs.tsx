import type { LinkProps } from "@tanstack/react-router";
import { useSession } from "../session/session.ts";
import { PageTabs } from "../ui/page-frame.tsx";

interface AccessPage {
  readonly title: string;
  readonly link: LinkProps;
  readonly isForAll?: boolean;
}

const pages: readonly AccessPage[] = [
  { title: "Keys", link: { to: "/keys" }, isForAll: true },
  { title: "Users", link: { to: "/users" } },
  { title: "Roles", link: { to: "/roles" } },
  { title: "Single sign-on", link: { to: "/sso" } },
  { title: "Limits and usage", link: { to: "/limits" }, isForAll: true },
  { title: "Audit log", link: { to: "/audit" } },
];

/** The administration pages. Users who are not administrators have only some of them. */
export function AccessTabs() {
  const { isAdministrator } = useSession().who;
  const tabs = pages.filter(({ isForAll }) => isAdministrator || isForAll === true);
  return <PageTabs label="Access" tabs={tabs} />;
}
