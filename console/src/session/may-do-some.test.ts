import type { Right, Whoami } from "@weft/client";
import { expect, test } from "vitest";
import { mayDoSome } from "./session.ts";

const whoMay = (verb: Right["verbs"][number], typePath: string): Whoami => ({
  actor: { type: "user", id: "u", name: "Ada" },
  org: { id: "o", slug: "demo", name: "Demo" },
  credential: { type: "session" },
  role: "readers",
  rights: [{ verbs: [verb], typePath }],
  isAdministrator: false,
  rate: null,
});

test.each([
  ["*", "item", true],
  ["item", "item", true],
  ["item:*", "item", true],
  ["item:product:*", "item", true],
  ["item:product", "item", true],
  ["color:*", "item", false],
  ["project-item", "project", false],
  ["project-item:*", "project", false],
])("with a permission on %s, something may be done with %s: %s", (typePath, kind, may) => {
  expect(mayDoSome(whoMay("create", typePath), "create", kind)).toBe(may);
  expect(mayDoSome(whoMay("read", typePath), "create", kind)).toBe(false);
});
