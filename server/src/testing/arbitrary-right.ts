import { kindsWithRights, problemOfRight, type Right, type Verb, verbs } from "@weft/contract";
import fc from "fast-check";

/** A right that can be saved: on any kind or some, any field or some, any project or one of these. Most grant read. */
export function arbitraryRight(projects: readonly string[], fields: readonly string[]): fc.Arbitrary<Right> {
  return fc
    .record({
      verbs: fc.oneof(
        { weight: 3, arbitrary: fc.constant<Verb[]>(["read"]) },
        fc.subarray([...verbs], { minLength: 1 }),
      ),
      typePath: fc.constantFrom(...typePaths),
      fields: fc.option(fc.subarray([...fields], { minLength: 1, maxLength: Math.min(6, fields.length) }), {
        nil: undefined,
      }),
      projectId: fc.constantFrom(undefined, undefined, ...projects),
    })
    .map(({ fields: some, projectId, ...right }) => ({
      ...right,
      ...(some === undefined ? {} : { fields: some }),
      ...(projectId === undefined ? {} : { projectId }),
    }))
    .filter((right) => problemOfRight(right) === undefined);
}

const typePaths = [
  "*",
  ...kindsWithRights,
  ...kindsWithRights.map((kind) => `${kind}:*`),
  "item:shoe",
  "item:shoe:*",
  "item:shirt",
  "custom-entity:trim",
];
