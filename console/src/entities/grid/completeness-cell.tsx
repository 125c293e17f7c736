import { formatNumber } from "../../ui/format.ts";
import type { AnyEntity } from "../any-entity.ts";
import classes from "./completeness-cell.module.css";
import { completenessField } from "./grid-column.ts";
import { useGridTools } from "./grid-tools.ts";

/** How complete a row is, and what it lacks. The button leads to the first gap; the grid handles its click. */
export function CompletenessCell({ row }: { readonly row: AnyEntity }) {
  const { labelOf } = useGridTools();
  const percent = row[completenessField];
  const missing = missingOf(row);
  if (typeof percent !== "number") return null;
  return (
    <span className={classes["cell"]}>
      <span className={classes["bar"]} aria-hidden="true">
        <span style={{ width: `${percent}%` }} data-full={percent >= 100 || undefined} />
      </span>
      <span className={classes["percent"]}>{formatNumber(Math.floor(percent))}%</span>
      {missing.length > 0 && (
        <button
          type="button"
          className={classes["gap"]}
          data-gap
          tabIndex={-1}
          title={describeMissing(missing, labelOf)}
          aria-label={`${describeMissing(missing, labelOf)}. Fill in ${labelOf(missing[0] ?? "")}`}
        >
          {missing.length} missing
        </button>
      )}
    </span>
  );
}

/** The fields without a value, of those that count. */
export function missingOf(row: AnyEntity): readonly string[] {
  const { missing } = row;
  return Array.isArray(missing) ? missing.map(String) : [];
}

/** 2 missing: Fabric, Supplier. */
export function describeMissing(missing: readonly string[], labelOf: (field: string) => string): string {
  return `${missing.length} missing: ${missing.map(labelOf).join(", ")}`;
}
