import { kindAccess, kindsWithRights, projectKinds, type Right, type Verb, verbs } from "@weft/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Problem } from "../platform/problem.ts";
import { type Decision, decide, requireRight, type Target, targetOf } from "./decide.ts";
import { grantsOfKey, grantsOfRole } from "./grants.ts";

function buildCaller(rights: readonly Right[], input: { isAdministrator?: boolean; taskId?: string } = {}) {
  return { rights, isAdministrator: input.isAdministrator ?? false, taskId: input.taskId };
}

function reading(typePath: string, rest: Omit<Right, "verbs" | "typePath"> = {}): Right {
  return { verbs: ["read"], typePath, ...rest };
}

const refused: Decision = { isAllowed: false };
const allowed: Decision = { isAllowed: true, fields: "all" };
const only = (...fields: string[]): Decision => ({ isAllowed: true, fields: new Set(fields) });

describe("type paths", () => {
  test.each([
    ["item", "item", allowed],
    ["item", "item:product", refused],
    ["item", "items", refused],
    ["item:*", "item", allowed],
    ["item:*", "item:product", allowed],
    ["item:*", "item:product:apparel", allowed],
    ["item:*", "items", refused],
    ["item:*", "project-item", refused],
    ["item:product", "item:product", allowed],
    ["item:product", "item", refused],
    ["item:product", "item:product:apparel", refused],
    ["item:product:*", "item:product", allowed],
    ["item:product:*", "item:product:apparel", allowed],
    ["item:product:*", "item:productline", refused],
    ["item:product:*", "item", refused],
    ["*", "item", allowed],
    ["*", "item:product:apparel", allowed],
    ["*", "event-workflow-task", allowed],
    ["item", "Item", refused],
    // Unknown kinds are never covered, including names of members that every object has.
    ["*", "constructor", refused],
    ["*", "order", refused],
    ["item", "__proto__", refused],
  ])("a right on %s decides on %s", (pattern, typePath, expected) => {
    expect(decide(buildCaller([reading(pattern)]), "read", { typePath })).toEqual(expected);
  });
});

describe("verbs", () => {
  test.each(verbs)("a right to %s grants only that verb", (given) => {
    const caller = buildCaller([{ verbs: [given], typePath: "item" }]);

    const allowedVerbs = verbs.filter((verb) => decide(caller, verb, { typePath: "item" }).isAllowed);

    expect(allowedVerbs).toEqual([given]);
  });

  test("no rights grant nothing", () => {
    expect(decide(buildCaller([]), "read", { typePath: "item" })).toEqual(refused);
  });

  test("a verb on one type and another verb on another do not add up", () => {
    const caller = buildCaller([reading("item"), { verbs: ["update"], typePath: "color" }]);

    expect(decide(caller, "update", { typePath: "item" })).toEqual(refused);
  });
});

describe("fields", () => {
  test.each<[string, Right[], Decision]>([
    ["the fields of one right", [reading("item", { fields: ["cost"] })], only("cost")],
    [
      "the fields of several rights together",
      [reading("item", { fields: ["cost", "size"] }), reading("item:*", { fields: ["size", "color"] })],
      only("cost", "size", "color"),
    ],
    ["all fields once one right names none", [reading("item", { fields: ["cost"] }), reading("*")], allowed],
    ["no field at all", [reading("item", { fields: [] })], only()],
    [
      "no fields of a right that is about another type",
      [reading("item", { fields: ["cost"] }), reading("color", { fields: ["hex"] })],
      only("cost"),
    ],
    [
      "no fields of a right that is about another verb",
      [reading("item", { fields: ["cost"] }), { verbs: ["update"], typePath: "item", fields: ["size"] }],
      only("cost"),
    ],
  ])("%s may be read", (_name, rights, expected) => {
    expect(decide(buildCaller(rights), "read", { typePath: "item" })).toEqual(expected);
  });
});

describe("projects", () => {
  const projectTypes = ["project", "project-item", "assortment", "assortment-item", "workspace", "assortment:season"];

  test.each(projectTypes)("a right on one project applies only to a %s of that project", (typePath) => {
    const caller = buildCaller([reading("*", { projectId: "p1" })]);

    expect(decide(caller, "read", { typePath, projectId: "p1" })).toEqual(allowed);
    expect(decide(caller, "read", { typePath, projectId: "p2" })).toEqual(refused);
    expect(decide(caller, "read", { typePath })).toEqual(refused);
  });

  const others = kindsWithRights.filter(
    (kind) => !projectKinds.includes(kind) && kindAccess[kind].isPersonal === undefined,
  );

  test.each([...others, "item:shoe", "custom-entity:trim"])("a right on a project never covers a %s", (typePath) => {
    const caller = buildCaller([reading("*", { projectId: "p1" }), reading(typePath, { projectId: "p1" })]);

    expect(decide(caller, "read", { typePath })).toEqual(refused);
    expect(decide(caller, "read", { typePath, projectId: "p1" })).toEqual(refused);
  });

  test("a project belongs to itself, an entity with a projectId to that project, and any other to none", () => {
    const targets = ["project", "assortment:season", "item", "order"].map((typePath) =>
      targetOf({ typePath, id: "e1", projectId: "p1" }),
    );

    expect(targets).toEqual([
      { typePath: "project", projectId: "e1" },
      { typePath: "assortment:season", projectId: "p1" },
      { typePath: "item" },
      { typePath: "order" },
    ]);
    expect(targetOf({ typePath: "workspace", id: "e1", projectId: null })).toEqual({ typePath: "workspace" });
  });

  test("a right without a project applies to every project", () => {
    const target = { typePath: "assortment", projectId: "p2" };

    expect(decide(buildCaller([reading("assortment")]), "read", target)).toEqual(allowed);
  });
});

describe("administered types", () => {
  const everything: Right = { verbs: [...verbs], typePath: "*" };
  const closed = ["user", "role", "app", "api-key", "access-token", "webhook", "webhook-delivery", "inbound-webhook"];
  const readable = ["org", "entity-type", "option-set"];

  test.each([...closed, ...readable])("an administrator has every verb on %s", (typePath) => {
    const caller = buildCaller([], { isAdministrator: true });

    expect(verbs.map((verb) => decide(caller, verb, { typePath }))).toEqual(verbs.map(() => allowed));
  });

  test.each([...closed, "user:anything"])("no right, not even on everything, grants a verb on %s", (typePath) => {
    const caller = buildCaller([everything, { ...everything, typePath }]);

    expect(verbs.map((verb) => decide(caller, verb, { typePath }))).toEqual(verbs.map(() => refused));
  });

  test.each(readable)("every caller may read %s, and only an administrator writes it", (typePath) => {
    const caller = buildCaller([everything]);

    expect(decide(caller, "read", { typePath })).toEqual(allowed);
    expect(verbs.filter((verb) => decide(caller, verb, { typePath }).isAllowed)).toEqual(["read"]);
  });

  test.each([...closed, ...readable])("a credential for one task has no verb on %s", (typePath) => {
    const caller = buildCaller([...grantsOfKey("callback", null).rights], { taskId: "task1" });

    expect(verbs.map((verb) => decide(caller, verb, { typePath }))).toEqual(verbs.map(() => refused));
  });
});

describe("presets and roles", () => {
  const presets = {
    "read-only": grantsOfKey("read-only", null),
    loader: grantsOfKey("loader", null),
    callback: grantsOfKey("callback", null),
    admin: grantsOfKey("admin", null),
    owner: grantsOfRole("owner", null),
    editor: grantsOfRole("editor", null),
    viewer: grantsOfRole("viewer", null),
    "role of the org's own": grantsOfRole("buyers", [reading("item", { fields: ["cost"] })]),
    "role that was deleted": grantsOfRole("buyers", null),
  };
  const r = ["read"];
  const all = [...verbs];

  test.each<[keyof typeof presets, string[], string[], string[], string[]]>([
    // Of:          item  loader-process  event-workflow-task  user
    ["read-only", r, r, r, []],
    ["loader", all, all, r, []],
    ["callback", [], [], ["read", "update"], []],
    ["admin", all, all, all, all],
    ["owner", all, all, all, all],
    ["editor", all, all, all, []],
    ["viewer", r, r, r, []],
    ["role of the org's own", r, [], [], []],
    ["role that was deleted", [], [], [], []],
  ])("%s has its verbs and no others", (name, ...expected) => {
    const { rights, isAdministrator } = presets[name];
    const caller = buildCaller(rights, { isAdministrator });
    const verbsOn = (typePath: string) => verbs.filter((verb) => decide(caller, verb, { typePath }).isAllowed);

    expect(["item", "loader-process", "event-workflow-task", "user"].map(verbsOn)).toEqual(expected);
  });
});

describe("an entity", () => {
  const codeOf = (caller: ReturnType<typeof buildCaller>, verb: Verb, target: Target) => {
    try {
      requireRight(caller, verb, target, "id1");
      return "allowed";
    } catch (error) {
      return error instanceof Problem ? error.code : error;
    }
  };

  test.each<[string, Right[], Verb, string]>([
    ["may be read and is read", [reading("item")], "read", "allowed"],
    ["may not be read, though it might be written", [{ verbs: ["update"], typePath: "item" }], "read", "not-found"],
    ["may be read but not written", [reading("item")], "update", "forbidden"],
    ["may neither be read nor written", [reading("color")], "delete", "not-found"],
  ])("that %s", (_name, rights, verb, expected) => {
    expect(codeOf(buildCaller(rights), verb, { typePath: "item" })).toBe(expected);
  });
});

describe("for any rights", () => {
  const segment = fc.constantFrom("item", "assortment", "user", "org", "product", "apparel", "valueOf");
  const typePath = fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => segments.join(":"));
  const pattern = fc.oneof(
    fc.constant("*"),
    typePath,
    typePath.map((path) => `${path}:*`),
  );
  const projectId = fc.option(fc.constantFrom("p1", "p2"), { nil: undefined });
  const fields = fc.option(fc.subarray(["cost", "size", "color"]), { nil: undefined });
  const right = fc
    .record({ verbs: fc.subarray([...verbs], { minLength: 1 }), typePath: pattern, projectId, fields })
    .map((drawn): Right => JSON.parse(JSON.stringify(drawn)));
  const target = fc.record({ typePath, projectId }).map((drawn): Target => JSON.parse(JSON.stringify(drawn)));
  const caller = fc.record({
    rights: fc.array(right, { maxLength: 5 }),
    isAdministrator: fc.boolean(),
    taskId: fc.option(fc.constant("task1"), { nil: undefined }),
  });
  const verb = fc.constantFrom(...verbs);
  const names = (decision: Decision) => {
    const touched = decision.isAllowed ? decision.fields : [];
    return touched === "all" ? ["cost", "size", "color", "any other"] : [...touched];
  };
  const isWithin = (less: Decision, more: Decision) =>
    (more.isAllowed || !less.isAllowed) && names(less).every((name) => names(more).includes(name));

  // Written independently by segments, so that it does not repeat a bug of decide.
  const covers = (one: Right, what: Verb, where: Target) => {
    const path = where.typePath.split(":");
    const steps = one.typePath.split(":");
    const fixed = steps.filter((step) => step !== "*");
    const isLength = steps.length > fixed.length || fixed.length === path.length;
    const isProject = one.projectId === undefined || (path[0] === "assortment" && one.projectId === where.projectId);
    const isKind = ["item", "assortment"].includes(path[0] ?? "");
    return (
      isKind && one.verbs.includes(what) && isLength && isProject && fixed.every((step, index) => step === path[index])
    );
  };

  test("a verb on product data is allowed exactly if one single right covers it", () => {
    fc.assert(
      fc.property(caller, verb, target, (who, what, where) => {
        fc.pre(!/^(user|org)(:|$)/.test(where.typePath));

        expect(decide(who, what, where).isAllowed).toBe(who.rights.some((one) => covers(one, what, where)));
      }),
      { numRuns: 2_000 },
    );
  });

  test("a verb on an administered type does not depend on the rights", () => {
    fc.assert(
      fc.property(caller, verb, target, (who, what, where) => {
        fc.pre(/^(user|org)(:|$)/.test(where.typePath));

        expect(decide(who, what, where)).toEqual(decide({ ...who, rights: [] }, what, where));
      }),
    );
  });

  test("an additional right removes nothing", () => {
    fc.assert(
      fc.property(caller, right, verb, target, (who, further, what, where) => {
        const before = decide(who, what, where);
        const after = decide({ ...who, rights: [...who.rights, further] }, what, where);

        expect(isWithin(before, after)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
