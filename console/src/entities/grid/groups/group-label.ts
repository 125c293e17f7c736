import { formatMonth } from "../../../ui/format.ts";
import { localizeDate } from "../../../ui/local-format.ts";
import { type CellLabels, cellText } from "../cell-text.ts";
import { type Grouping, type GroupValue, isStepped } from "./grouping.ts";

interface LabeledValue extends GroupValue {
  /** Of an option, a type or a referenced entity, from the service. */
  readonly label?: string | undefined;
}

/** What a group is called: Outerwear, 50 – 100, March 2026, No season. */
export function labelOfGroup(grouping: Grouping, { value, to, label }: LabeledValue, words: CellLabels): string {
  const { column } = grouping;
  if (column.comparedAs === "boolean") return `${column.label}: ${truths[String(value)] ?? "not set"}`;
  if (value === null) return `No ${inSentence(column.label)}`;
  if (label !== undefined) return label;
  if (value === "") return `Empty ${inSentence(column.label)}`;
  if (typeof value === "number") {
    const ends = [value, ...(to === undefined ? [] : [to])];
    return ends.map((end) => withoutZeros(cellText(column, end, words))).join(" – ");
  }
  return isStepped(grouping) === "dates" ? labelOfPeriod(String(value)) : String(value);
}

const truths: Readonly<Record<string, string>> = { true: "yes", false: "no" };

/** Season, but MSRP. */
function inSentence(label: string): string {
  return /^\p{Lu}\p{Lu}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}

/** Round amounts are easier to read as €50 than as €50.00. */
function withoutZeros(text: string): string {
  return text.replace(/[.,]00$/, "");
}

/** Of 2026, 2026-Q1, 2026-03 and 2026-03-15. */
function labelOfPeriod(period: string): string {
  if (/^\d{4}-Q\d$/.test(period)) return `${period.slice(5)} ${period.slice(0, 4)}`;
  if (/^\d{4}-\d{2}$/.test(period)) return formatMonth(period);
  return localizeDate(period);
}
