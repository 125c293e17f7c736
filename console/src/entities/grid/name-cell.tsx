import { Icon } from "../../ui/icon.tsx";
import { Swatch } from "../../ui/swatch.tsx";
import { type AnyEntity, titleOf } from "../any-entity.ts";
import { NameContent } from "./cell-content.tsx";
import classes from "./entity-grid.module.css";
import type { RowLine } from "./grid-line.ts";
import { useGridTools } from "./grid-tools.ts";
import type { Family } from "./row-list.ts";

interface NameCellProps {
  readonly line: RowLine;
  readonly isTree: boolean;
  readonly isActive: boolean;
  /** The options of the style. */
  readonly rowOf: (id: string) => AnyEntity | undefined;
}

/** The name: of a style with its options beside it, of an option indented below it. */
export function NameCell({ line, isTree, isActive, rowOf }: NameCellProps) {
  const { row, family, style, isOpen } = line;
  return (
    <>
      {isTree && <FoldButton line={line} />}
      {style !== undefined && <span className={classes["indent"]} />}
      <NameContent row={row} isOption={style !== undefined} isReachable={isActive} />
      {family !== undefined && hasOptions(line) && <Options family={family} isOpen={isOpen} rowOf={rowOf} />}
    </>
  );
}

export function hasOptions({ family }: RowLine): boolean {
  return family !== undefined && family.optionCount > 0;
}

/** The grid handles the click. Keys do the same as it, so it is not reached by Tab. */
function FoldButton({ line }: { readonly line: RowLine }) {
  const { row, isOpen } = line;
  if (!hasOptions(line)) return <span className={classes["fold"]} />;
  return (
    <button
      type="button"
      className={classes["fold"]}
      data-fold
      tabIndex={-1}
      aria-label={`${isOpen ? "Close" : "Open"} ${titleOf(row)}`}
    >
      <Icon name={isOpen ? "down" : "right"} size={16} />
    </button>
  );
}

interface OptionsProps {
  readonly family: Family;
  readonly isOpen: boolean;
  readonly rowOf: (id: string) => AnyEntity | undefined;
}

const dotsMax = 6;

/** The colors of the options of a style, their number, and how many of them are hidden. */
function Options({ family, isOpen, rowOf }: OptionsProps) {
  const { colorOf } = useGridTools();
  const { optionCount } = family;
  const options = family.options.flatMap(({ id }) => rowOf(id) ?? []);
  const hidden = optionCount - options.length;
  const names = options.map(optionTitle);
  const dots = options.flatMap((option) => colorOf(option) ?? []);
  const what = `${optionCount} ${optionCount === 1 ? "option" : "options"}`;
  return (
    <span className={classes["options"]}>
      {isOpen && hidden > 0 && (
        <button type="button" className={classes["hidden"]} data-hidden tabIndex={-1} title="Show all options">
          +{hidden} hidden
        </button>
      )}
      <span
        role="img"
        className={classes["dots"]}
        aria-label={names.length === 0 ? what : `${what}: ${names.join(", ")}`}
        title={names.length === 0 ? what : `${what}: ${names.join(", ")}`}
      >
        {dots.slice(0, dotsMax).map(({ hex }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: Several options may have the same color.
          <Swatch key={place} hex={hex} size={12} />
        ))}
        <span className={classes["count"]}>{optionCount}</span>
      </span>
    </span>
  );
}

function optionTitle(option: AnyEntity): string {
  const { optionName } = option;
  return typeof optionName === "string" && optionName !== "" ? optionName : titleOf(option);
}
