import classes from "./swatch.module.css";

interface SwatchProps {
  /** Six digits. A color without them is hatched. */
  readonly hex: string | undefined;
  /** Dots, lines, cards, and the page of the color. */
  readonly size?: 12 | 20 | 32 | 96;
  /** For screen readers; omitted where the name is written beside it. */
  readonly name?: string;
}

const hexPattern = /^[0-9a-f]{6}$/i;

/** A color as shown on this screen. */
export function Swatch({ hex, size = 20, name }: SwatchProps) {
  const isKnown = hex !== undefined && hexPattern.test(hex);
  const look = {
    className: isKnown ? classes["swatch"] : `${classes["swatch"]} ${classes["hatch"]}`,
    "data-size": size,
    style: isKnown ? { backgroundColor: `#${hex}` } : {},
  };
  return name === undefined ? (
    <span {...look} aria-hidden="true" />
  ) : (
    <span {...look} role="img" aria-label={isKnown ? name : `${name}, color unknown`} />
  );
}
