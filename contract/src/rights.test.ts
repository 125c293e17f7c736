import { describe, expect, test } from "vitest";
import { entityKinds } from "./entity-kinds.ts";
import { kindsWithRights, projectKinds } from "./kind-access.ts";
import { problemOfRight, type Right, rightsSchema, sentRightsSchema } from "./rights.ts";

const right = (typePath: string, rest: Partial<Right> = {}): Right => ({ verbs: ["read"], typePath, ...rest });
const ofProject = { projectId: "p1" };

describe("a right that can never cover anything is rejected", () => {
  test.each<[string, Right, string, string]>([
    ["a kind that does not exist", right("itme:*"), "typePath", "itme is not a kind. Use * or one of item,"],
    ["a plural", right("items"), "typePath", "items is not a kind."],
    ["an administered kind", right("webhook"), "typePath", "only administrators"],
    ["a kind that all may read", right("entity-type"), "typePath", "only administrators"],
    ["items of a project", right("item:shoe", ofProject), "projectId", "item does not belong to a project"],
    ["files of a project", right("file", ofProject), "projectId", "file does not belong to a project"],
    ["a project that is yet to be made", right("project", { ...ofProject, verbs: ["create"] }), "verbs", "new id"],
  ])("%s", (_name, sent, field, message) => {
    const found = problemOfRight(sent);
    const { error } = sentRightsSchema.safeParse([right("*"), sent]);

    expect(found).toMatchObject({ field, message: expect.stringContaining(message) });
    expect(error?.issues).toMatchObject([{ path: [1, field], message: found?.message }]);
  });
});

describe("a right that can cover something is accepted", () => {
  test.each([
    right("*"),
    right("*", ofProject),
    ...kindsWithRights.map((kind) => right(kind)),
    ...projectKinds.map((kind) => right(`${kind}:*`, ofProject)),
    right("project", { ...ofProject, verbs: ["create", "update"] }),
    right("custom-entity:trim", { fields: [] }),
  ])("%j", (sent) => {
    expect(sentRightsSchema.parse([sent])).toEqual([sent]);
  });
});

test("rights stored before this rule are still readable", () => {
  expect(rightsSchema.parse([right("item", ofProject)])).toEqual([right("item", ofProject)]);
});

test("every kind of product data can be covered by rights", () => {
  expect(entityKinds.map(({ name }) => name).filter((name) => !kindsWithRights.includes(name))).toEqual([]);
});
