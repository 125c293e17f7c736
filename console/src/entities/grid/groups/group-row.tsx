import { pluralize } from "../../../ui/format.ts";
import { Icon } from "../../../ui/icon.tsx";
import { OptionPill } from "../../../ui/option-pill.tsx";
import { type EntityKind, wordOf } from "../../entity-kind.ts";
import gridClasses from "../entity-grid.module.css";
import type { GridColumn } from "../grid-column.ts";
import type { GroupLine } from "../grid-line.ts";
import { cellClass, type RowFrame } from "../grid-row.tsx";
import { useGridTools } from "../grid-tools.ts";
import type { GroupFigures, RowGroup } from "../row-group.ts";
import { describeMetric } from "./group-metrics.ts";
import classes from "./group-row.module.css";
import type { ListFigures } from "./use-groups.ts";

interface GroupRowProps extends RowFrame {
  readonly line: GroupLine;
  readonly index: number;
  readonly top: number;
  readonly figures: ListFigures;
  /** The column of the active cell; undefined in all rows but one. */
  readonly activeColumn: number | undefined;
}

/** The header of a group: its label, what is counted, and the totals of number columns. A click opens or closes it. */
export function GroupRow({ line, index, top, columns, boxes, width, figures, activeColumn }: GroupRowProps) {
  const { group, isOpen } = line;
  const counted = figures.of(group);
  return (
    <tr
      aria-rowindex={index + 2}
      aria-level={1}
      aria-expanded={isOpen}
      className={`${gridClasses["row"]} ${classes["header"]}`}
      style={{ top, width }}
      data-group
      data-active={activeColumn === undefined ? undefined : true}
    >
      <td className={gridClasses["check"]} aria-colindex={1} />
      {boxes.map((box) => {
        const column = columns[box.index];
        return (
          column !== undefined && (
            <td
              key={column.field}
              aria-colindex={box.index + 2}
              data-place={`${index}:${box.index}`}
              className={cellClass(column, box)}
              style={{ left: box.left, width: box.width }}
              tabIndex={activeColumn === box.index ? 0 : -1}
            >
              {box.index === 0 ? (
                <GroupName group={group} figures={counted} isOpen={isOpen} />
              ) : (
                counted !== undefined && <Total column={column} figures={counted} metrics={figures.metrics} />
              )}
            </td>
          )
        );
      })}
    </tr>
  );
}

interface GroupNameProps {
  readonly group: RowGroup;
  readonly figures: GroupFigures | undefined;
  readonly isOpen: boolean;
}

function GroupName({ group: { label, option }, figures, isOpen }: GroupNameProps) {
  const { kind } = useGridTools();
  return (
    <>
      <span className={gridClasses["fold"]}>
        <Icon name={isOpen ? "down" : "right"} size={16} />
      </span>
      <span className={classes["label"]} title={label}>
        {option === undefined ? label : <OptionPill label={label} place={option.place} color={option.color} />}
      </span>
      {figures !== undefined && <span className={classes["counts"]}>{describeCounts(figures, kind)}</span>}
    </>
  );
}

/** 12 styles · 42 options; of other kinds, 12 suppliers. */
export function describeCounts({ count, styles, options }: GroupFigures, kind: EntityKind): string {
  const parts = [
    ...(styles > 0 ? [pluralize(styles, "style")] : []),
    ...(options > 0 ? [pluralize(options, "option")] : []),
  ];
  return parts.length === 0 ? pluralize(count, wordOf(kind), wordOf(kind, 2)) : parts.join(" · ");
}

interface TotalProps {
  readonly column: GridColumn;
  readonly figures: GroupFigures;
  readonly metrics: ListFigures["metrics"];
}

/** The average or another figure of a column. Its name says what it is computed from. */
function Total({ column, figures, metrics }: TotalProps) {
  const { words } = useGridTools();
  const metric = metrics.of(column.field);
  const total = metric === undefined ? undefined : describeMetric(column, metric, figures, words);
  if (total === undefined) return null;
  return (
    <span className={classes["total"]} title={total.title}>
      <span className={classes["hidden"]}>{total.title}: </span>
      <span className={classes["metric"]} aria-hidden="true">
        {metric}
      </span>{" "}
      {total.text}
    </span>
  );
}
