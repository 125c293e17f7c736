import { formatAge, formatTime } from "../../ui/format.ts";
import { OptionPill } from "../../ui/option-pill.tsx";
import { Swatch } from "../../ui/swatch.tsx";
import { type AnyEntity, titleOf } from "../any-entity.ts";
import { NoPicture, Picture } from "../pictures/picture.tsx";
import { idsIn } from "../use-referred.ts";
import { cellText, type Option } from "./cell-text.ts";
import { CompletenessCell } from "./completeness-cell.tsx";
import classes from "./entity-grid.module.css";
import { type GridColumn, isCompleteness } from "./grid-column.ts";
import { useGridTools } from "./grid-tools.ts";
import { markHits } from "./mark-hits.ts";

interface CellContentProps {
  readonly column: GridColumn;
  readonly row: AnyEntity;
}

/** A value as displayed, mostly plain text: a screen has hundreds of cells, and each element slows scrolling. */
export function CellContent({ column, row }: CellContentProps) {
  const { words, typeLabels, optionsOf, q } = useGridTools();
  const value = row[column.field];
  if (value === undefined || value === null || value === "") return null;
  if (isCompleteness(column)) return <CompletenessCell row={row} />;
  if (column.field === "federatedId") return <Marked text={String(value)} q={q} />;
  if (column.field === "typePath") return typeLabels.get(row.typePath) ?? row.typePath;
  if (column.source === "system" && column.property.propertyType === "datetime") return <Age time={String(value)} />;
  switch (column.property.propertyType) {
    case "boolean":
      return value === true ? "Yes" : "No";
    case "choice":
    case "multi_select":
      return <Pills values={Array.isArray(value) ? value : [value]} options={optionsOf(column)} />;
    case "image":
    case "image_list":
      return <Pictures fileIds={idsIn(value)} label={column.label} />;
    default:
      return column.field === "hex" ? (
        <span className={classes["value"]}>
          <Swatch hex={String(value)} /> {cellText(column, value, words)}
        </span>
      ) : (
        cellText(column, value, words)
      );
  }
}

interface NameContentProps {
  readonly row: AnyEntity;
  /** Below its style: the option name is enough. */
  readonly isOption: boolean;
  readonly isReachable: boolean;
}

/** The name, linked to the entity. An entity without a name is named by its subject. */
export function NameContent({ row, isOption, isReachable }: NameContentProps) {
  const { kind, words, q, pictureOf } = useGridTools();
  const { itemId, optionName } = row;
  const about = typeof itemId === "string" ? words.nameOf(itemId) : undefined;
  const title = row.name === undefined || row.name === "" ? (about ?? titleOf(row)) : row.name;
  // Options share the name of their style; the option name distinguishes them.
  const hasOptionName = typeof optionName === "string" && optionName !== "";
  const shown = isOption && hasOptionName ? optionName : title;
  const hasAside = !isOption && hasOptionName && !title.includes(optionName);
  return (
    <>
      {pictureOf !== undefined && <RowPicture fileId={pictureOf(row)} />}
      {/* A plain link, handled by the grid: a router link subscribes to every address change. */}
      <a
        href={`/entities/${kind.path}/${encodeURIComponent(row.id)}`}
        className={classes["link"]}
        tabIndex={isReachable ? 0 : -1}
        title={title}
      >
        <Marked text={shown} q={q} />
      </a>
      {hasAside && (
        <span className={classes["aside"]}>
          <Marked text={optionName} q={q} />
        </span>
      )}
    </>
  );
}

/** As high as a row allows. */
const pictureSize = { width: 32, height: 32 };

/** Without a label: the name beside it says the same. */
function RowPicture({ fileId }: { readonly fileId: string | undefined }) {
  return (
    <span className={classes["picture"]}>
      {fileId === undefined ? <NoPicture {...pictureSize} /> : <Picture fileId={fileId} label="" {...pictureSize} />}
    </span>
  );
}

function Pictures({ fileIds, label }: { readonly fileIds: readonly string[]; readonly label: string }) {
  return (
    <span className={classes["value"]}>
      {fileIds.map((fileId) => (
        <Picture key={fileId} fileId={fileId} label={label} {...pictureSize} />
      ))}
    </span>
  );
}

/** A text with what the search found in it. */
function Marked({ text, q }: { readonly text: string; readonly q: string | undefined }) {
  if (q === undefined) return text;
  return markHits(text, q).map((part, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: The parts of a text have no other identity.
    part.isHit ? <mark key={place}>{part.text}</mark> : <span key={place}>{part.text}</span>,
  );
}

function Age({ time }: { readonly time: string }) {
  return (
    <time dateTime={time} title={formatTime(time)}>
      {formatAge(time, Date.now())}
    </time>
  );
}

interface PillsProps {
  readonly values: readonly unknown[];
  readonly options: readonly Option[];
}

function Pills({ values, options }: PillsProps) {
  return (
    <span className={classes["value"]}>
      {values.map((value) => {
        const place = options.findIndex((option) => option.value === value);
        const option = options[place];
        const label = option?.display ?? String(value);
        return <OptionPill key={String(value)} label={label} place={place} color={option?.color} />;
      })}
    </span>
  );
}
