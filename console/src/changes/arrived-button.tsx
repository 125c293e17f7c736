import { Button, VisuallyHidden } from "@mantine/core";
import { useWindowScroll } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { Icon } from "../ui/icon.tsx";
import classes from "./change-list.module.css";
import type { NamedChange } from "./name-changes.ts";

/** Below this scroll position, new rows above would move the page under the reader. */
const topPx = 400;

interface Released {
  /** The changes to show. */
  readonly released: readonly NamedChange[];
  /** The number of changes held back. */
  readonly held: number;
  readonly release: () => void;
}

/** Holds back new changes while the user reads further down. */
export function useReleased(arrived: readonly NamedChange[]): Released {
  const [{ y }] = useWindowScroll();
  const [shownId, setShownId] = useState("");
  const isAtTop = y < topPx;
  const newest = arrived[0]?.record.id ?? "";
  useEffect(() => {
    if (isAtTop) setShownId(newest);
  }, [isAtTop, newest]);
  const released = arrived.filter(({ record }) => record.id <= shownId);
  const release = () => {
    setShownId(newest);
    // Instant: smooth scrolling is interrupted by the rows inserted above.
    window.scrollTo({ top: 0, behavior: "instant" });
  };
  return { released, held: arrived.length - released.length, release };
}

export function ArrivedButton({ count, onClick }: { readonly count: number; readonly onClick: () => void }) {
  const words = count === 1 ? "1 new change" : `${count} new changes`;
  return (
    <div className={classes["arrived"]}>
      <VisuallyHidden role="status">{count === 0 ? "" : words}</VisuallyHidden>
      {count > 0 && (
        <Button size="xs" radius="xl" leftSection={<Icon name="up" size={14} />} onClick={onClick}>
          {words}
        </Button>
      )}
    </div>
  );
}
