import classes from "./option-pill.module.css";

/** The hues of tokens.css. Neighbors differ clearly. */
const colors = [
  ...["blue", "amber", "green", "pink", "cyan", "orange"],
  ...["violet", "lime", "red", "teal", "indigo"],
] as const;

interface OptionPillProps {
  readonly label: string;
  /** The position in its option set, which selects the color; -1 for a value that is not in the set. */
  readonly place: number;
}

/** An option of a set. Its color repeats what the label says, so that columns can be scanned. */
export function OptionPill({ label, place }: OptionPillProps) {
  const color = place < 0 ? "grey" : colors[place % colors.length];
  return (
    <span className={classes["pill"]} data-color={color}>
      {label}
    </span>
  );
}
