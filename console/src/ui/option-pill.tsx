import classes from "./option-pill.module.css";

/** The hues of tokens.css. Neighbors differ clearly. */
const colors = [
  ...["blue", "amber", "green", "pink", "cyan", "orange"],
  ...["violet", "lime", "red", "teal", "indigo"],
] as const;

interface OptionPillProps {
  readonly label: string;
  /** The position in its option set, which selects the color if the set has none for it; -1 for a value that is not in the set. */
  readonly place: number;
  /** The color that the set gives it. */
  readonly color: string | undefined;
}

/** An option of a set. Its color repeats what the label says, so that columns can be scanned. */
export function OptionPill({ label, place, color }: OptionPillProps) {
  const ofPlace = place < 0 ? "grey" : colors[place % colors.length];
  return (
    <span className={classes["pill"]} data-color={color ?? ofPlace}>
      {label}
    </span>
  );
}
