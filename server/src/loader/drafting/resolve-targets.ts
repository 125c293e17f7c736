import type { Entity } from "../../entities/model/entity.ts";
import { shorten } from "../../entity-types/kinds/validate-text.ts";
import { LoadFailedError } from "../load-errors.ts";
import { configurationIssue, type IssueSink, type LoadIssue } from "../load-issue.ts";
import type { LoadContext } from "../load-services.ts";
import {
  type AssortmentsByValue,
  findReadable,
  resolveAssortments,
  resolveProject,
  unknownAssortment,
  validateComposite,
} from "./resolve-named-entities.ts";
import type { RowDrafts } from "./row-drafts.ts";

/** The targets of a load's rows: the project of its project items, and the assortments of its members. */
export async function resolveTargets(
  context: LoadContext,
  assortmentIdOfFirstRow: string | undefined,
): Promise<Targets> {
  const { loadType = [], workspaceIdentifier } = context.load.configuration;
  const hasMembers = loadType.includes("ASSORTMENT");
  const hasProjectItems = loadType.includes("PROJECT_ITEM");
  // A split also determines the project of project items, even if nothing is loaded into its assortments.
  const isSplitRead = hasMembers || (hasProjectItems && workspaceIdentifier === undefined);
  const named: AssortmentsByValue = isSplitRead ? await resolveAssortments(context) : new Map();
  const projectId = hasProjectItems ? await resolveProject(context, named, assortmentIdOfFirstRow) : undefined;
  const targets = new Targets(context, projectId, hasMembers ? named : new Map());
  targets.requireOneProject();
  return targets;
}

export class Targets {
  readonly projectId: string | undefined;
  readonly #context: LoadContext;
  readonly #byValue: AssortmentsByValue;
  /** The assortments that rows name themselves, by id. */
  readonly #ofRows = new Map<string, Entity | undefined>();
  readonly #withRows = new Set<string>();
  readonly #valuesMet = new Set<string>();
  /** The only project of the load, once it is determined. */
  #projectOfLoad: string | undefined;
  #unmatched: Unmatched | undefined;

  constructor(context: LoadContext, projectId: string | undefined, byValue: AssortmentsByValue) {
    this.#context = context;
    this.projectId = projectId;
    this.#byValue = byValue;
  }

  /** The assortments of the rows, in one order for all loads, so that two loads that share some do not deadlock. */
  get assortmentIds(): readonly string[] {
    return [...this.#withRows].sort();
  }

  requireOneProject(): void {
    const projects = new Set([...this.#byValue.values()].flatMap((assortment) => assortment?.projectId ?? []));
    if (this.projectId !== undefined) {
      projects.add(this.projectId);
    }
    [this.#projectOfLoad] = projects;
    if (projects.size > 1) {
      throw new LoadFailedError([
        configurationIssue(
          `The assortments belong to ${projects.size} projects: ${[...projects].join(", ")}.`,
          splitByProject,
        ),
      ]);
    }
  }

  /** Looks up the assortments that these rows name themselves. */
  async learn(rows: readonly RowDrafts[]): Promise<void> {
    for (const row of rows) {
      const id = row.kind === "item" ? row.member?.assortmentId : undefined;
      if (id !== undefined && id !== "" && !this.#ofRows.has(id)) {
        this.#ofRows.set(id, await findReadable(this.#context, "assortment", id));
      }
    }
  }

  /** The assortment to which a row's item is added or from which it is dropped, if any. */
  assortmentOf(row: RowDrafts): string | undefined {
    const member = row.kind === "item" ? row.member : undefined;
    if (member === undefined || member.change === "none" || !this.#byValue.has(member.splitValue)) {
      return undefined;
    }
    return this.#byValue.get(member.splitValue)?.id ?? member.assortmentId;
  }

  /** Whether the row's assortment is valid. Reports issues otherwise. */
  accept(row: RowDrafts, issues: IssueSink): boolean {
    const member = row.kind === "item" ? row.member : undefined;
    if (member === undefined) {
      return true;
    }
    if (!this.#byValue.has(member.splitValue)) {
      const { first = row, value = member.splitValue, count = 0 } = this.#unmatched ?? {};
      this.#unmatched = { first, value, count: count + 1 };
      return true;
    }
    this.#valuesMet.add(member.splitValue);
    const assortmentId = this.assortmentOf(row);
    if (member.change === "none" || assortmentId === undefined) {
      return member.change === "none" || this.#refuse(issues, noAssortment(member.splitValue, row.rowNumber));
    }
    const isOfRow = this.#byValue.get(member.splitValue) === undefined;
    const error = isOfRow ? this.#validateOwn(assortmentId) : undefined;
    if (error !== undefined) {
      return this.#refuse(issues, { ...error, rowNumber: row.rowNumber, columnName: "assortmentId" });
    }
    this.#withRows.add(assortmentId);
    return true;
  }

  /** Call it when all rows are checked. */
  warnOfEmpty(issues: IssueSink): void {
    if (this.#unmatched !== undefined) {
      issues.add(unmatched(this.#unmatched));
    }
    for (const [value, assortment] of this.#byValue) {
      if (assortment !== undefined && !this.#withRows.has(assortment.id) && !this.#valuesMet.has(value)) {
        issues.add({
          issueType: "VALIDATION_ERROR",
          severity: "warning",
          message: `No row has the value ${JSON.stringify(value)}: the assortment ${assortment.name} is not changed.`,
          suggestion: "Check the spelling of the value in assortmentSplit.",
        });
      }
    }
  }

  /** The issue with an assortment that a row names itself. */
  #validateOwn(id: string): LoadIssue | undefined {
    const assortment = this.#ofRows.get(id);
    if (assortment === undefined) {
      return unknownAssortment(id);
    }
    this.#projectOfLoad ??= assortment.projectId ?? undefined;
    return assortment.projectId === this.#projectOfLoad ? validateComposite(assortment) : otherProject(id);
  }

  #refuse(issues: IssueSink, issue: LoadIssue): false {
    issues.add(issue);
    return false;
  }
}

const splitByProject = "A load can write to only one project. Split it into one load per project.";

interface Unmatched {
  readonly first: RowDrafts;
  readonly value: string;
  readonly count: number;
}

/** One issue for all rows: the column may have a different value in every row. */
function unmatched({ first: { rowNumber }, value, count }: Unmatched): LoadIssue {
  const rows = count === 1 ? "1 row is" : `${count} rows are`;
  const where = `${count === 1 ? "" : "the first is "}row ${rowNumber} with ${JSON.stringify(shorten(value))}`;
  return {
    issueType: "VALIDATION_ERROR",
    severity: "warning",
    message: `${rows} not added to any assortment, because assortmentSplit has no entry for the value: ${where}.`,
    suggestion: "To add these rows to an assortment, add entries for their values to assortmentSplit.values.",
  };
}

function otherProject(id: string): LoadIssue {
  return configurationIssue(
    `The assortment ${id} belongs to a different project than the rest of the load.`,
    splitByProject,
  );
}

function noAssortment(value: string, rowNumber: number): LoadIssue {
  return {
    rowNumber,
    columnName: "assortmentId",
    issueType: "MISSING_DATA",
    severity: "error",
    message: `Neither the entry for ${JSON.stringify(value)} nor the row specifies an assortment.`,
    suggestion: "Fill in the column assortmentId, or add an assortmentId or assortmentIdentifier to the entry.",
  };
}
