import { Link, type LinkProps } from "@tanstack/react-router";
import classes from "./page-tabs.module.css";

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
