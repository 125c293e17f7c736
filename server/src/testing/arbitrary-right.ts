import type { Right } from "@weft/contract";
import fc from "fast-check";

/** A right to read: of any type or some, of any field or some, in any project or one of these. */
export function arbitraryRight(projects: readonly string[]): fc.Arbitrary<Right> {
  return fc
    .record({
      typePath: fc.constantFrom(...typePaths),
      fields: fc.option(fc.subarray(fields, { minLength: 1 }), { nil: undefined }),
      projectId: fc.constantFrom(undefined, undefined, ...projects),
    })
    .map(({ typePath, fields: some, projectId }) => ({
      verbs: ["read"],
      typePath,
      ...(some === undefined ? {} : { fields: some }),
      ...(projectId === undefined ? {} : { projectId }),
    }));
}

const typePaths = [
  "*",
  "item:*",
  "item:shoe",
  "item:shoe:*",
  "item:shirt",
  "project-item:*",
  "assortment:*",
  "assortment-item:*",
  "color",
  "file",
  "loader-process",
];
const fields = ["fabric", "margin", "again", "fileName", "downloadUrl", "issues", "status"];
