import { Swatch } from "../../ui/swatch.tsx";
import { type AnyEntity, titleOf } from "../any-entity.ts";
import classes from "./entity-grid.module.css";
import { useGridTools } from "./grid-tools.ts";
import type { Family } from "./row-list.ts";

interface OptionDotsProps {
  readonly family: Family;
  readonly rowOf: (id: string) => AnyEntity | undefined;
}

const dotsMax = 6;

/** The colors of the options of a style, and their number. */
export function OptionDots({ family, rowOf }: OptionDotsProps) {
  const { colorOf } = useGridTools();
  const { optionCount } = family;
  const options = family.options.flatMap(({ id }) => rowOf(id) ?? []);
  const names = options.map(optionTitle);
  const dots = options.flatMap((option) => colorOf(option) ?? []);
  const count = `${optionCount} ${optionCount === 1 ? "option" : "options"}`;
  const label = names.length === 0 ? count : `${count}: ${names.join(", ")}`;
  return (
    <span role="img" className={classes["dots"]} aria-label={label} title={label}>
      {dots.slice(0, dotsMax).map(({ hex }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: Several options may have the same color.
        <Swatch key={place} hex={hex} size={12} />
      ))}
      <span className={classes["count"]}>{optionCount}</span>
    </span>
  );
}

function optionTitle(option: AnyEntity): string {
  const { optionName } = option;
  return typeof optionName === "string" && optionName !== "" ? optionName : titleOf(option);
}
