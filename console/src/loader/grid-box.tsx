import type { ReactNode, RefObject } from "react";
import classes from "./grid.module.css";

interface GridBoxProps {
  readonly label: string;
  readonly maxHeight?: number | string;
  readonly box?: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}

/** A table scrolls in its own box, so that the page stays in place. */
export function GridBox({ label, maxHeight, box, children }: GridBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls must be reached by the keyboard.
    <section ref={box} className={classes["box"]} style={{ maxHeight }} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
