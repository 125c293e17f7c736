import { describeAge, formatTime } from "../../ui/time-ago.tsx";
import { type AnyEntity, titleOf } from "../any-entity.ts";
import { type CellLabels, cellText } from "./cell-text.ts";
import classes from "./entity-grid.module.css";
import type { GridColumn } from "./grid-column.ts";
import { useGridTools } from "./grid-tools.ts";

interface CellContentProps {
  readonly column: GridColumn;
  readonly row: AnyEntity;
}

/** A value as it is shown, mostly a bare text: a screen has hundreds of cells, and each element costs time in scrolling. */
export function CellContent({ column, row }: CellContentProps) {
  const { words, typeLabels } = useGridTools();
  const value = row[column.field];
  if (value === undefined || value === null || value === "") return null;
  if (column.field === "typePath") return typeLabels.get(row.typePath) ?? row.typePath;
  if (column.source === "system" && column.property.propertyType === "datetime") return <Age time={String(value)} />;
  switch (column.property.propertyType) {
    case "boolean":
      return value === true ? "Yes" : "No";
    case "choice":
    case "multi_select":
      return <Pills values={Array.isArray(value) ? value : [value]} column={column} words={words} />;
    default:
      return (
        <>
          {column.field === "hex" && <span className={classes["swatch"]} style={{ background: `#${value}` }} />}
          {cellText(column, value, words)}
        </>
      );
  }
}

/** The name, which leads to the entity. What has none is called by what it is about. */
export function NameContent({ row, isReachable }: { readonly row: AnyEntity; readonly isReachable: boolean }) {
  const { kind, words } = useGridTools();
  const { itemId, optionName } = row;
  const about = typeof itemId === "string" ? words.nameOf(itemId) : undefined;
  const title = row.name === undefined || row.name === "" ? (about ?? titleOf(row)) : row.name;
  // An option is called like its family; what it is an option for tells them apart.
  const hasAside = typeof optionName === "string" && optionName !== "" && !title.includes(optionName);
  return (
    <>
      {/* A bare one, which the grid follows: a link of the router listens to every change of the address. */}
      <a
        href={`/entities/${kind.path}/${encodeURIComponent(row.id)}`}
        className={classes["link"]}
        tabIndex={isReachable ? 0 : -1}
        title={title}
      >
        {title}
      </a>
      {hasAside && <span className={classes["aside"]}>{optionName}</span>}
    </>
  );
}

function Age({ time }: { readonly time: string }) {
  return (
    <time dateTime={time} title={formatTime(time)}>
      {describeAge(time, Date.now())}
    </time>
  );
}

interface PillsProps {
  readonly values: readonly unknown[];
  readonly column: GridColumn;
  readonly words: CellLabels;
}

function Pills({ values, column, words }: PillsProps) {
  return values.map((value) => (
    <span key={String(value)} className={classes["pill"]}>
      {words.displayOf(column.property.optionSetId, String(value))}
    </span>
  ));
}
