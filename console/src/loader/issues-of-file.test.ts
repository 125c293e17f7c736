import { expect, test } from "vitest";
import { issuesOfFile } from "./issues-of-file.ts";

test("every issue of an issues file is read, with its cell", () => {
  const text =
    "\uFEFFStyle,Retail price,_row,_column,_severity,_code,_message,_suggestion\n" +
    'P1,abc,4,retailPrice,error,INVALID_DATA,"""abc"" is not a number.",Write a number.\n' +
    ",,,,warning,HEADER_MISMATCH,A message of the file,\n";

  expect(issuesOfFile(text)).toEqual([
    {
      rowNumber: 4,
      columnName: "retailPrice",
      issueType: "INVALID_DATA",
      severity: "error",
      message: '"abc" is not a number.',
      suggestion: "Write a number.",
      data: "abc",
    },
    { issueType: "HEADER_MISMATCH", severity: "warning", message: "A message of the file" },
  ]);
});
