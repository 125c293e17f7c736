import { Link } from "@tanstack/react-router";
import { entityKinds } from "../entity-kind.ts";
import classes from "./kind-nav.module.css";

/** Links to the other kinds of product data. */
export function KindNav() {
  return (
    <nav className={classes["kinds"]} aria-label="Entity types">
      {inOrder.map(({ path, many }) => (
        <Link
          key={path}
          to="/entities/$kind"
          params={{ kind: path }}
          className={classes["kind"]}
          activeOptions={{ includeSearch: false }}
        >
          {many}
        </Link>
      ))}
    </nav>
  );
}

/** The most used come first. */
const first = ["items", "colors", "custom-entities", "size-range-templates"];
const inOrder = [
  ...first.flatMap((path) => entityKinds.filter((kind) => kind.path === path)),
  ...entityKinds.filter(({ path }) => !first.includes(path)),
];
