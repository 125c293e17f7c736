import type { LoadIssue } from "@weft/client";
import { parseCsv } from "./csv-text.ts";
import { normalName } from "./name-hints.ts";

/** The issues in an issues file: all of them, where a load returns only the first 1,000. */
export function issuesOfFile(text: string): readonly LoadIssue[] {
  const [header, ...rows] = parseCsv(text.replace(/^\uFEFF/, ""), ",").rows;
  const names = header?.cells ?? [];
  return rows.map(({ cells }) => issueOf((name) => cellAt(names, cells, name)));
}

function issueOf(read: (name: string) => string): LoadIssue {
  const rowNumber = Number(read("_row"));
  const columnName = read("_column");
  return {
    ...(rowNumber > 0 ? { rowNumber } : {}),
    issueType: issueTypes.find((type) => type === read("_code")) ?? "SYSTEM_ERROR",
    severity: read("_severity") === "warning" ? "warning" : "error",
    message: read("_message"),
    ...given("columnName", columnName),
    ...given("suggestion", read("_suggestion")),
    ...given("data", columnName === "" ? "" : read(columnName)),
  };
}

function given(name: string, text: string): Readonly<Record<string, string>> {
  return text === "" ? {} : { [name]: text };
}

/** An issue names the property; its column may have the label as its name. */
function cellAt(names: readonly string[], cells: readonly string[], name: string): string {
  const exact = names.indexOf(name);
  const index = exact === -1 ? names.findIndex((other) => normalName(other) === normalName(name)) : exact;
  return cells[index] ?? "";
}

const issueTypes: readonly LoadIssue["issueType"][] = [
  "CONFIG",
  "HEADER_MISMATCH",
  "MISSING_DATA",
  "INVALID_DATA",
  "VALIDATION_ERROR",
  "DUPLICATE_FEDERATED_ID",
  "SYSTEM_ERROR",
];
