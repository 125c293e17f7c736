import { shorten } from "../../entity-types/kinds/validate-text.ts";
import type { ResolvedProperty, ResolvedType, TypeTree } from "../../entity-types/type-tree.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import type { IssueSink } from "../load-issue.ts";
import { type ColumnRemark, warnOfColumn } from "../preprocess/column-issue.ts";
import type { PreparedRow } from "../row.ts";
import { compileReader, compileUndescribedReader } from "./compile-reader.ts";
import { isReference, type ReferenceColumn, referenceColumn } from "./compile-reference-reader.ts";
import { type TypePathRule, validateTypePath } from "./own-fields.ts";
import {
  type ColumnUse,
  type FieldTarget,
  type RowLevel,
  routeColumn,
  type Taker,
  type Takers,
} from "./route-column.ts";
import { byTypePath } from "./row-drafts.ts";
import {
  type CellFormats,
  type ColumnSource,
  type ColumnSources,
  type Read,
  type RowReading,
  textOfValue,
} from "./row-reading.ts";

interface Step {
  readonly slot: number;
  readonly target: FieldTarget;
  readonly slug: string;
  readonly read: Read;
}

/** How the columns of a row are read, for a row of a family or of an option. */
interface Routes {
  readonly steps: readonly Step[];
  /** Option columns, in a row without an option. */
  readonly ignored: readonly ColumnSource[];
}

/** How the columns of the load are read, for rows of one typePath. */
interface ColumnPlan {
  readonly routes: Readonly<Record<RowLevel, Routes>>;
  readonly references: readonly ReferenceColumn[];
  readonly remarks: readonly PlanRemark[];
  /** By sink, the remarks that it does not have yet. */
  readonly pending: WeakMap<IssueSink, Set<PlanRemark>>;
}

interface PlanRemark {
  readonly remark: ColumnRemark;
  /** Applies only to rows with a value in this slot. Undefined: to every row. */
  readonly slot: number | undefined;
}

interface PlanOptions {
  readonly sources: ColumnSources;
  /** Columns that the load itself reads. They are never properties. */
  readonly ownColumns: ReadonlySet<string>;
  readonly takers: Takers;
  /** By unknown column, what may be meant. */
  readonly hints: ReadonlyMap<string, string>;
  /** The properties of all types of the kind. */
  readonly ofKind: ReadonlyMap<string, ResolvedProperty>;
}

function compileColumnPlan({ sources, ownColumns, takers, hints, ofKind }: PlanOptions): ColumnPlan {
  const routed = sources.all
    .filter(({ name }) => !ownColumns.has(name))
    .map(({ name, slot }) => {
      const column = routeColumn(name, takers, { hint: hints.get(name), isOfOtherTypes: ofKind.has(name) });
      return { ...column, slot: column.isForValues === true ? slot : undefined };
    });
  const uses = routed.flatMap((column) => column.uses).map((use) => withSource(use, sources));
  // Last, because a column that targets a level is more specific and takes precedence.
  const ordered = [...uses.filter(({ aim }) => aim === undefined), ...uses.filter(({ aim }) => aim !== undefined)];
  return {
    routes: {
      family: compileRoutes(ordered, "family", sources.formats),
      option: compileRoutes(ordered, "option", sources.formats),
    },
    references: ordered.flatMap(referencesOf),
    remarks: routed.flatMap(({ remarks, slot }) => remarks.map((remark) => ({ remark, slot }))),
    pending: new WeakMap(),
  };
}

/** Reports the remarks on the columns of a plan, each with the first row that it applies to. */
export function reportRemarks({ remarks, pending }: ColumnPlan, { values }: PreparedRow, issues: IssueSink): void {
  let left = pending.get(issues);
  if (left === undefined) {
    left = new Set(remarks);
    pending.set(issues, left);
  }
  for (const one of left) {
    if (one.slot === undefined || hasValue(values[one.slot])) {
      left.delete(one);
      warnOfColumn(issues, one.remark);
    }
  }
}

function hasValue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

/** The fields of one row, by draft. */
export type RowFields = Readonly<Record<FieldTarget, Record<string, JsonValue>>>;

/** Parses the columns of a row into the fields of its drafts. */
export function readColumns({ steps, ignored }: Routes, reading: RowReading, fields: RowFields): void {
  const { values } = reading.row;
  for (const { slot, target, slug, read } of steps) {
    const value = read(values[slot], reading);
    if (value !== undefined) {
      fields[target][slug] = value;
    }
  }
  for (const source of ignored) {
    if (hasValue(values[source.slot])) {
      reportIgnored(source, reading);
    }
  }
}

/** The slugs that option rows set on their family. All rows of a family should agree on them. */
export function slugsSharedByOptions(type: ResolvedType, columns: readonly string[]): ReadonlySet<string> {
  const taker: Taker = { type, hasLevels: true, targets: { family: "family", option: "option" } };
  const uses = columns.flatMap((column) => routeColumn(column, [taker]).uses);
  return new Set(uses.filter((use) => placeOf(use, "option") === "family").map(({ slug }) => slug));
}

interface SourcedUse extends ColumnUse {
  readonly source: ColumnSource;
}

function withSource(use: ColumnUse, sources: ColumnSources): SourcedUse {
  const source = sources.named(use.column) ?? { name: use.column, slot: -1, spellings: [] };
  return {
    ...use,
    source: use.property === undefined ? source : sources.withLabel(source, labelOf(use, use.property)),
  };
}

/** Step 4 also matches the labels of columns that target a level: "Price Family" is priceFamily. */
function labelOf({ column, slug }: ColumnUse, { label }: ResolvedProperty): string {
  return column === slug ? label : `${label} ${column.slice(slug.length)}`;
}

function compileRoutes(uses: readonly SourcedUse[], ownPlace: RowLevel, formats: CellFormats): Routes {
  const steps: Step[] = [];
  const ignored = new Set<ColumnSource>();
  for (const use of uses) {
    const { source, slug, property, taker } = use;
    const place = placeOf(use, ownPlace);
    const target = place === "nowhere" ? undefined : taker.targets[place];
    if (target !== undefined) {
      const read = property === undefined ? compileUndescribedReader(source) : compileReader(property, source, formats);
      steps.push({ slot: source.slot, target, slug, read });
    } else if (taker.hasLevels) {
      ignored.add(source);
    }
  }
  return { steps, ignored: [...ignored] };
}

/** Which of a row's two items gets the column. An option row has both items, a family row only the family. */
function placeOf({ aim, property, taker }: ColumnUse, ownPlace: RowLevel): RowLevel | "nowhere" {
  if (!taker.hasLevels) {
    return aim === undefined || aim === ownPlace ? ownPlace : "nowhere";
  }
  const level = property?.level ?? "all";
  const wanted = aim ?? (level === "family" || level === "option" ? level : ownPlace);
  return wanted === "option" && ownPlace === "family" ? "nowhere" : wanted;
}

function referencesOf({ property, source }: SourcedUse): ReferenceColumn[] {
  return property !== undefined && isReference(property) ? [referenceColumn(property, source)] : [];
}

function reportIgnored({ name }: ColumnSource, reading: RowReading): void {
  reading.warn({
    columnName: name,
    issueType: "INVALID_DATA",
    message: `${name} belongs to options, but this row has only a family; ignored.`,
    suggestion: "Set itemOptionFederatedId in the row, or leave the cell empty.",
  });
}

interface PlansOptions {
  readonly sources: ColumnSources;
  readonly types: TypeTree;
  readonly rule: TypePathRule;
  readonly ownColumns: ReadonlySet<string>;
  readonly hints: ReadonlyMap<string, string>;
  /** The entity types of the load, for rows with this typePath. */
  takersFor(typePath: string): Takers;
}

type PlanOrError = { readonly plan: ColumnPlan } | { readonly error: NonNullable<ReturnType<typeof validateTypePath>> };

const familyTargets: ReadonlySet<FieldTarget> = new Set(["family", "projectFamily"]);

/** The plan of each typePath, compiled for the first row that has it. */
export class ColumnPlans {
  readonly #options: PlansOptions;
  readonly #at = byTypePath((typePath) => this.#compile(typePath));
  readonly #mixed = byTypePath((pair) => this.#mix(pair));

  constructor(options: PlansOptions) {
    this.#options = options;
  }

  /** Whether the type of an entity makes a difference. */
  get hasSubtypes(): boolean {
    const { types, rule } = this.#options;
    return types.pathsBelow(rule.root).some((path) => path !== rule.root);
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

  /** For a row with an option, whose family may have another type. */
  routesOf(plan: ColumnPlan, types: Readonly<Record<RowLevel, string>>, place: RowLevel): Routes {
    return place === "family" || types.family === types.option
      ? plan.routes[place]
      : this.#mixed(`${types.family} ${types.option}`);
  }

  /** The names in the reference cells of these rows, by required type path. */
  namesIn(
    rows: readonly PreparedRow[],
    typesOf: (row: PreparedRow) => Iterable<string>,
  ): ReadonlyMap<string, ReadonlySet<string>> {
    const names = new Map<string, Set<string>>();
    for (const row of rows) {
      for (const column of this.#referencesOf(typesOf(row))) {
        const known = names.get(column.wantedPath) ?? new Set();
        names.set(column.wantedPath, known);
        for (const name of column.namesIn(row)) {
          known.add(name);
        }
      }
    }
    return names;
  }

  #referencesOf(typePaths: Iterable<string>): readonly ReferenceColumn[] {
    return [...new Set(typePaths)].flatMap((typePath) => {
      const found = this.#at(typePath);
      return "plan" in found ? found.plan.references : [];
    });
  }

  /** The columns of the family as its type reads them, and those of the option as its own type does. */
  #mix(pair: string): Routes {
    const [family, option] = pair.split(" ").map((typePath) => this.#at(typePath));
    const stepsOf = (found: PlanOrError | undefined) =>
      found !== undefined && "plan" in found ? found.plan.routes.option.steps : [];
    const steps = [
      ...stepsOf(family).filter(({ target }) => familyTargets.has(target)),
      ...stepsOf(option).filter(({ target }) => !familyTargets.has(target)),
    ];
    return { steps, ignored: [] };
  }

  #compile(typePath: string): PlanOrError {
    const { sources, types, rule, ownColumns, hints, takersFor } = this.#options;
    if (typePath === "" && rule.subtypes === "needed") {
      const message = `typePath is empty: every row requires ${rule.root}:<subtype>.`;
      return {
        error: { message, suggestion: `Set it for all rows with conditionalColumns, such as ${rule.root}:supplier.` },
      };
    }
    const wanted = typePath === "" ? rule.root : typePath;
    const error = validateTypePath(wanted, rule, types);
    const ofKind = types.propertiesBelow(rule.root);
    return error === undefined
      ? { plan: compileColumnPlan({ sources, ownColumns, hints, ofKind, takers: takersFor(wanted) }) }
      : { error };
  }
}
