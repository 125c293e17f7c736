import { LRUCache } from "lru-cache";
import { shorten } from "../../entity-types/kinds/shorten.ts";
import type { TypeTree } from "../../entity-types/type-tree.ts";
import type { PreparedRow } from "../row.ts";
import { type ColumnSources, textOfValue } from "./column-sources.ts";
import { type ColumnPlan, compileColumnPlan } from "./compile-column-plan.ts";
import type { Takers } from "./route-column.ts";
import type { RowReading } from "./row-reading.ts";
import { type TypePathRule, validateTypePath } from "./validate-type-path.ts";

// Paths come from cells, so there may be as many as rows. A sensible load has a few.
const plansMax = 1_000;

interface PlansOptions {
  readonly sources: ColumnSources;
  readonly types: TypeTree;
  readonly rule: TypePathRule;
  readonly ownColumns: ReadonlySet<string>;
  /** The entity types of the load, for rows with this typePath. */
  takersFor(typePath: string): Takers;
}

type PlanOrError = { readonly plan: ColumnPlan } | { readonly error: NonNullable<ReturnType<typeof validateTypePath>> };

/** The plan of each typePath, compiled for the first row that has it. */
export class ColumnPlans {
  readonly #options: PlansOptions;
  readonly #byPath = new LRUCache<string, PlanOrError>({ max: plansMax });

  constructor(options: PlansOptions) {
    this.#options = options;
  }

  /** The typePath of the row, or "" if it has none. */
  typePathOf(row: PreparedRow): string {
    const source = this.#options.sources.named("typePath");
    return source === undefined ? "" : (textOfValue(row.values[source.slot], source, row) ?? "");
  }

  /** Undefined if rows of this load cannot have the typePath. The error is then already reported. */
  planOf(typePath: string, reading: RowReading): ColumnPlan | undefined {
    const found = this.#at(typePath);
    if ("plan" in found) {
      return found.plan;
    }
    const issueType = typePath === "" ? "MISSING_DATA" : "INVALID_DATA";
    reading.fail({ columnName: "typePath", issueType, ...found.error, data: shorten(typePath) });
    return undefined;
  }

  /** The names in the reference cells of these rows, by required type path. */
  namesIn(rows: readonly PreparedRow[]): ReadonlyMap<string, ReadonlySet<string>> {
    const names = new Map<string, Set<string>>();
    for (const row of rows) {
      const found = this.#at(this.typePathOf(row));
      for (const column of "plan" in found ? found.plan.references : []) {
        const known = names.get(column.wantedPath) ?? new Set();
        names.set(column.wantedPath, known);
        for (const name of column.namesIn(row)) {
          known.add(name);
        }
      }
    }
    return names;
  }

  #at(typePath: string): PlanOrError {
    let found = this.#byPath.get(typePath);
    if (found === undefined) {
      found = this.#compile(typePath);
      this.#byPath.set(typePath, found);
    }
    return found;
  }

  #compile(typePath: string): PlanOrError {
    const { sources, types, rule, ownColumns, takersFor } = this.#options;
    if (typePath === "" && rule.subtypes === "needed") {
      const message = `typePath is empty: every row requires ${rule.root}:<subtype>.`;
      return {
        error: { message, suggestion: `Set it for all rows with conditionalColumns, such as ${rule.root}:supplier.` },
      };
    }
    const wanted = typePath === "" ? rule.root : typePath;
    const error = validateTypePath(wanted, rule, types);
    return error === undefined
      ? { plan: compileColumnPlan({ sources, ownColumns, takers: takersFor(wanted) }) }
      : { error };
  }
}
