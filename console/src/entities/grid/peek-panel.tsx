import { Button, CloseButton, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useSyncExternalStore } from "react";
import { Loaded, SkeletonRows } from "../../ui/loaded.tsx";
import { Swatch } from "../../ui/swatch.tsx";
import { type AnyEntity, fullTitleOf } from "../any-entity.ts";
import type { EntityKind } from "../entity-kind.ts";
import { entityQuery } from "../entity-queries.ts";
import { NoPicture, Picture } from "../pictures/picture.tsx";
import { idsIn } from "../use-referred.ts";
import { CellContent } from "./cell-content.tsx";
import { describeMissing, missingOf } from "./completeness-cell.tsx";
import type { EntityRows } from "./entity-rows.ts";
import { referredKind } from "./grid-calls.ts";
import { completenessField, type GridColumn } from "./grid-column.ts";
import { useGridTools } from "./grid-tools.ts";
import classes from "./peek-panel.module.css";
import type { Gap } from "./use-gaps.ts";

interface PeekPanelProps {
  readonly id: string;
  readonly kind: EntityKind;
  readonly rows: EntityRows;
  readonly columns: readonly GridColumn[];
  readonly onClose: () => void;
  /** Fills in a missing value; undefined where the list has no cells. */
  readonly onFill?: ((gap: Gap) => void) | undefined;
}

/** One row with all its values, beside the grid, which keeps the focus. */
export function PeekPanel({ id, kind, rows, columns, onClose, onFill }: PeekPanelProps) {
  const { weft } = useGridTools();
  useSyncExternalStore(rows.subscribe, rows.state);
  const row = rows.rowOf(id);
  const query = useQuery({ ...entityQuery(weft, kind, id), enabled: row === undefined });
  return (
    <aside
      className={classes["panel"]}
      aria-label="Peek"
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      {row === undefined ? (
        <Loaded query={query} skeleton={<SkeletonRows rows={6} />}>
          {({ entity }) => <Facts row={entity} kind={kind} columns={columns} onClose={onClose} />}
        </Loaded>
      ) : (
        <Facts row={row} kind={kind} columns={columns} onClose={onClose} onFill={onFill} />
      )}
    </aside>
  );
}

interface FactsProps extends Pick<PeekPanelProps, "kind" | "columns" | "onClose" | "onFill"> {
  readonly row: AnyEntity;
}

function Facts({ row, kind, columns, onClose, onFill }: FactsProps) {
  const { names } = useGridTools();
  const filled = columns.filter(({ field }) => field !== "name" && field !== completenessField && isFilled(row[field]));
  useEffect(() => {
    for (const column of columns) {
      const entityName = referredKind(column);
      if (entityName !== undefined) names.want(entityName, idsIn(row[column.field]));
    }
  }, [row, columns, names]);
  return (
    <>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text component="h2" fw={650} className={classes["title"] ?? ""} aria-live="polite">
          {fullTitleOf(row)}
        </Text>
        <CloseButton aria-label="Close peek" onClick={onClose} />
      </Group>
      <PeekPicture row={row} />
      <Gaps row={row} onFill={onFill} />
      <dl className={classes["facts"]}>
        {filled.map((column) => (
          <div key={column.field}>
            <dt>{column.label}</dt>
            <dd>
              <CellContent column={column} row={row} />
            </dd>
          </div>
        ))}
      </dl>
      <Button
        variant="default"
        size="compact-sm"
        renderRoot={(props) => <Link {...props} to="/entities/$kind/$id" params={{ kind: kind.path, id: row.id }} />}
      >
        Open
      </Button>
    </>
  );
}

/** What the row lacks. Each leads to its cell. */
function Gaps({ row, onFill }: Pick<FactsProps, "row" | "onFill">) {
  const { labelOf } = useGridTools();
  const missing = missingOf(row);
  if (missing.length === 0) return null;
  if (onFill === undefined) return <Text size="sm">{describeMissing(missing, labelOf)}</Text>;
  return (
    <section aria-label="Missing values">
      <Text size="sm" c="dimmed">
        {missing.length} missing
      </Text>
      <Group gap={6} mt={4}>
        {missing.map((field) => (
          <Button key={field} variant="default" size="compact-xs" onClick={() => onFill({ id: row.id, field })}>
            {labelOf(field)}
          </Button>
        ))}
      </Group>
    </section>
  );
}

const pictureSize = { width: 286, height: 320 };

/** The picture, or the color of a color. Nothing for kinds without pictures. */
function PeekPicture({ row }: { readonly row: AnyEntity }) {
  const { pictureOf } = useGridTools();
  const fileId = pictureOf?.(row);
  if (fileId !== undefined)
    return <Picture fileId={fileId} label={`Picture of ${fullTitleOf(row)}`} {...pictureSize} />;
  if (typeof row["hex"] === "string") return <Swatch hex={row["hex"]} size={96} />;
  return pictureOf === undefined ? null : <NoPicture width={286} height={120} />;
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
}
