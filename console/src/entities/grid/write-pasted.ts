import type { Weft } from "@weft/client";
import type { AnyEntity } from "../any-entity.ts";
import type { EntityKind } from "../entity-kind.ts";
import type { PastedRow } from "./plan-paste.ts";

export interface RowOutcome {
  readonly row: AnyEntity;
  /** The current entity, when it was written. */
  readonly entity: AnyEntity | undefined;
  readonly error: string | undefined;
}

const batchMax = 10_000;

/** Each row separately, and only based on the reviewed version. */
export async function writePasted(weft: Weft, kind: EntityKind, rows: readonly PastedRow[]): Promise<RowOutcome[]> {
  const outcomes: RowOutcome[] = [];
  for (let from = 0; from < rows.length; from += batchMax) {
    const part = rows.slice(from, from + batchMax);
    const { results } = await weft.entities.batch({
      entityName: kind.name,
      atomic: false,
      operations: part.map(({ row, cells }) => ({ op: "update", id: row.id, object: bodyOf({ row, cells }) })),
    });
    part.forEach(({ row }, index) => {
      const { status = 0, object, problem } = results[index] ?? {};
      const isWritten = status >= 200 && status < 300;
      outcomes.push({
        row,
        entity: isWritten && isEntity(object) ? object : undefined,
        error: isWritten ? undefined : errorOf(status, problem),
      });
    });
  }
  return outcomes;
}

function bodyOf({ row, cells }: PastedRow): object {
  return { version: row.version, ...Object.fromEntries(cells.map(({ column, after }) => [column.field, after])) };
}

interface Refusal {
  readonly detail?: string | undefined;
  readonly errors?: readonly { readonly detail: string }[] | undefined;
}

function errorOf(status: number, { detail, errors = [] }: Refusal = {}): string {
  if (status === 412) return "Someone else changed it. Review it and paste again.";
  return errors.length > 0 ? errors.map((error) => error.detail).join(" ") : (detail ?? "The change was rejected.");
}

function isEntity(value: unknown): value is AnyEntity {
  return typeof value === "object" && value !== null && "id" in value && "version" in value && "typePath" in value;
}
