import { shorten } from "../../entity-types/kinds/validate-text.ts";
import { NearestName } from "../../platform/closest-name.ts";
import type { IssueSink, IssueType, LoadIssue } from "../load-issue.ts";

export interface ColumnRemark {
  readonly step: number;
  readonly columnName: string;
  readonly message: string;
  readonly suggestion?: string | undefined;
  readonly data?: string | undefined;
  readonly issueType?: IssueType;
}

/** Reports a remark on a column or its configuration once, also for a load that is resumed. */
export function warnOfColumn(issues: IssueSink, remark: ColumnRemark): void {
  const key = JSON.stringify([remark.step, remark.columnName, remark.message]);
  issues.addOnce(key, issueOf(remark, "warning"));
}

export function errorInColumn(remark: ColumnRemark): LoadIssue {
  return issueOf(remark, "error");
}

/** A name from a file or configuration, for a message. */
export function quoteName(name: string): string {
  return `"${shorten(name)}"`;
}

export function didYouMean(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `Did you mean ${quoteName(name)}?`;
}

function issueOf(remark: ColumnRemark, severity: LoadIssue["severity"]): LoadIssue {
  const { step, columnName, message, suggestion, data, issueType = "CONFIG" } = remark;
  return {
    columnName,
    issueType,
    severity,
    message,
    step,
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(data === undefined ? {} : { data: shorten(data) }),
  };
}

/**
 * Finds the most likely intended name: first one that differs only in case and punctuation, then one with few typos.
 */
export class NearestColumn {
  readonly #byLetters: ReadonlyMap<string, string>;
  readonly #nearest: NearestName;

  constructor(names: readonly string[]) {
    // Reversed, so that the first of several names with the same letters wins.
    this.#byLetters = new Map(names.toReversed().map((name) => [lettersOf(name), name]));
    this.#nearest = new NearestName(names);
  }

  find(name: string): string | undefined {
    const letters = lettersOf(name);
    return (letters === "" ? undefined : this.#byLetters.get(letters)) ?? this.#nearest.find(name);
  }
}

/** The same for Style_Name, style name and styleName. */
function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
