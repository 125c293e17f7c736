import { Button } from "@mantine/core";
import { useSyncExternalStore } from "react";
import { describeError } from "../../ui/describe-error.ts";
import { type EntityKind, wordOf } from "../entity-kind.ts";
import { countOf, formatCount } from "./count-of.ts";
import type { EntityRows } from "./entity-rows.ts";
import classes from "./grid-page.module.css";

/** The total, the number loaded, and the keyboard shortcuts. */
export function RowsFoot({ rows, kind }: { readonly rows: EntityRows; readonly kind: EntityKind }) {
  const { total, rows: read, error } = useSyncExternalStore(rows.subscribe, rows.state);
  return (
    <div className={classes["foot"]}>
      <span className="numbers" role="status">
        {countOf(total, wordOf(kind), wordOf(kind, 2))}
        {read.length < total && `, ${formatCount(read.length)} loaded`}
      </span>
      {error === undefined ? (
        <span className={classes["keys"]}>
          Arrows move · Enter edits · Space selects · Ctrl C and Ctrl V copy and paste
        </span>
      ) : (
        <span>
          The next rows could not be loaded: {describeError(error).detail}{" "}
          <Button size="compact-xs" variant="default" onClick={() => rows.retry()}>
            Try again
          </Button>
        </span>
      )}
    </div>
  );
}
