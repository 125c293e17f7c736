import { Icon } from "../../ui/icon.tsx";
import { type AnyEntity, titleOf } from "../any-entity.ts";
import { NameContent } from "./cell-content.tsx";
import classes from "./entity-grid.module.css";
import type { RowLine } from "./grid-line.ts";
import { OptionDots } from "./option-dots.tsx";
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
      <PeekButton row={row} />
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

/** Visible in the row below the mouse. The space bar does the same. */
function PeekButton({ row }: { readonly row: AnyEntity }) {
  return (
    <button type="button" className={classes["peek"]} data-peek tabIndex={-1} aria-label={`Peek at ${titleOf(row)}`}>
      <Icon name="peek" size={16} />
    </button>
  );
}

interface OptionsProps {
  readonly family: Family;
  readonly isOpen: boolean;
  readonly rowOf: (id: string) => AnyEntity | undefined;
}

/** The options of a style, and how many of them are hidden. */
function Options({ family, isOpen, rowOf }: OptionsProps) {
  const hidden = family.optionCount - family.options.length;
  return (
    <span className={classes["options"]}>
      {isOpen && hidden > 0 && (
        <button type="button" className={classes["hidden"]} data-hidden tabIndex={-1} title="Show all options">
          +{hidden} hidden
        </button>
      )}
      <OptionDots family={family} rowOf={rowOf} />
    </span>
  );
}
