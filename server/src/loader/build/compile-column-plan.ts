import type { ResolvedProperty, ResolvedType } from "../../entity-types/type-tree.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import type { IssueSink } from "../load-issue.ts";
import { type ColumnRemark, warnOfColumn } from "../preprocess/column-issue.ts";
import type { ColumnSource, ColumnSources } from "./column-sources.ts";
import { compileReader, compileUndescribedReader } from "./compile-reader.ts";
import { isReference, type ReferenceColumn, referenceColumn } from "./compile-reference-reader.ts";
import {
  type ColumnUse,
  type FieldTarget,
  type RowLevel,
  routeColumn,
  type Taker,
  type Takers,
} from "./route-column.ts";
import type { Read, RowReading } from "./row-reading.ts";

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
export interface ColumnPlan {
  readonly routes: Readonly<Record<RowLevel, Routes>>;
  readonly references: readonly ReferenceColumn[];
  /** Remarks that apply to every row. */
  readonly remarks: readonly ColumnRemark[];
  /** The sinks that already have the remarks. */
  readonly reportedTo: WeakSet<IssueSink>;
}

interface PlanOptions {
  readonly sources: ColumnSources;
  /** Columns that the load itself reads. They are never properties. */
  readonly ownColumns: ReadonlySet<string>;
  readonly takers: Takers;
}

export function compileColumnPlan({ sources, ownColumns, takers }: PlanOptions): ColumnPlan {
  const routed = sources.all.filter(({ name }) => !ownColumns.has(name)).map(({ name }) => routeColumn(name, takers));
  const uses = routed.flatMap((column) => column.uses).map((use) => withSource(use, sources));
  // Last, because a column that targets a level is more specific and takes precedence.
  const ordered = [...uses.filter(({ aim }) => aim === undefined), ...uses.filter(({ aim }) => aim !== undefined)];
  return {
    routes: { family: compileRoutes(ordered, "family"), option: compileRoutes(ordered, "option") },
    references: ordered.flatMap(referencesOf),
    remarks: routed.flatMap(({ remarks }) => remarks),
    reportedTo: new WeakSet(),
  };
}

/** Reports the remarks on the columns of a plan once, not for every row. */
export function reportRemarks({ remarks, reportedTo }: ColumnPlan, issues: IssueSink): void {
  if (!reportedTo.has(issues)) {
    reportedTo.add(issues);
    for (const remark of remarks) {
      warnOfColumn(issues, remark);
    }
  }
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
    const value = values[source.slot];
    if (value !== undefined && value !== null && value !== "") {
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

function compileRoutes(uses: readonly SourcedUse[], ownPlace: RowLevel): Routes {
  const steps: Step[] = [];
  const ignored = new Set<ColumnSource>();
  for (const use of uses) {
    const { source, slug, property, taker } = use;
    const place = placeOf(use, ownPlace);
    const target = place === "nowhere" ? undefined : taker.targets[place];
    if (target !== undefined) {
      const read = property === undefined ? compileUndescribedReader(source) : compileReader(property, source);
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
