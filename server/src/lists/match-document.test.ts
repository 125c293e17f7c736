import { describe, expect, test } from "vitest";
import { matches } from "./match-document.ts";
import { readCriteria } from "./read-criteria.ts";

const scope = { typePath: "app", isStrict: false, properties: new Map(), rights: [] };

const shirt = {
  id: "a",
  version: 3,
  typePath: "app:shop:web",
  name: "Shirt",
  createdOn: "2026-05-04T12:00:00.000Z",
  sku: "S-1",
  price: 12.5,
  isActive: false,
  empty: null,
  tags: ["red", "blue"],
  sso: { issuer: "https://login.example", roles: ["viewer"] },
  rights: [{ verbs: ["read", "update"], typePath: "item" }],
};

function isFound(criteria: Readonly<Record<string, unknown>>): boolean {
  return matches(shirt, readCriteria(criteria, scope));
}

/** Criteria that match the document, and criteria that do not. */
function describeMatches(
  name: string,
  { found, missed }: { found: readonly object[]; missed: readonly object[] },
): void {
  describe(name, () => {
    test.each(found.map((criteria) => [criteria]))("%j matches", (criteria) => {
      expect(isFound({ ...criteria })).toBe(true);
    });

    test.each(missed.map((criteria) => [criteria]))("%j does not match", (criteria) => {
      expect(isFound({ ...criteria })).toBe(false);
    });
  });
}

describeMatches("a value", {
  found: [{}, { name: "Shirt" }, { price: 12.5 }, { isActive: false }, { version: 3 }, { name: "Shirt", price: 12.5 }],
  missed: [{ name: "shirt" }, { price: "12.5" }, { isActive: true }, { tags: "red" }, { name: "Shirt", price: 1 }],
});

describeMatches("null, for what is absent", {
  found: [{ empty: null }, { nothing: null }, { empty: [null, 1] }],
  missed: [{ name: null }, { isActive: null }, { tags: null }],
});

describeMatches("a list of values", {
  found: [{ name: ["Coat", "Shirt"] }, { version: [3, 4] }],
  missed: [{ name: ["Coat", "Cape"] }, { name: [] }],
});

describeMatches("gt, gte, lt and lte", {
  found: [
    { price: { gt: 12 } },
    { price: { gte: 12.5 } },
    { price: { lt: 100 } },
    { price: { lte: 12.5 } },
    { price: { gt: 2, lt: 13 } },
    { name: { gt: "Shirs", lt: "Shiru" } },
    { name: { gte: "Shirt", lte: "Shirt" } },
    { version: { gte: 3 } },
  ],
  missed: [
    { price: { gt: 12.5 } },
    { price: { lt: 12.5 } },
    { price: { gte: 13 } },
    { price: { lte: 2 } },
    { price: { gt: "1" } },
    { sku: { gt: 1 } },
    { nothing: { lt: 1 } },
    { empty: { gte: "" } },
    { tags: { gt: "a" } },
  ],
});

describeMatches("times, of which a date is the whole day", {
  found: [
    { createdOn: "2026-05-04" },
    { createdOn: "2026-05-04T14:00:00+02:00" },
    { createdOn: { lte: "2026-05-04" } },
    { createdOn: { gte: "2026-05-04" } },
    { createdOn: "BETWEEN 2026-05-01 and 2026-05-04" },
  ],
  missed: [
    { createdOn: "2026-05-05" },
    { createdOn: { gt: "2026-05-04" } },
    { createdOn: { lt: "2026-05-04" } },
    { createdOn: "BETWEEN 2026-05-05 and 2026-05-06" },
  ],
});

describeMatches("BETWEEN", {
  found: [{ price: "BETWEEN 12.5 and 13" }, { price: "between 2 AND 100" }, { name: "BETWEEN S and T" }],
  missed: [{ price: "BETWEEN 13 and 14" }, { name: "BETWEEN T and U" }],
});

describeMatches("ne and nin, which also find what is absent", {
  found: [
    { name: { ne: "Coat" } },
    { nothing: { ne: "Coat" } },
    { name: { ne: null } },
    { name: { nin: ["Coat", "Cape"] } },
    { nothing: { nin: ["Coat"] } },
  ],
  missed: [{ name: { ne: "Shirt" } }, { name: { nin: ["Coat", "Shirt"] } }, { nothing: { ne: null } }],
});

describeMatches("in", {
  found: [{ name: { in: ["Coat", "Shirt"] } }, { nothing: { in: ["Coat", null] } }],
  missed: [{ name: { in: ["Coat"] } }, { name: { in: [] } }],
});

describeMatches("contains", {
  found: [
    { name: { contains: "hir" } },
    { name: { matches: "HÎR" } },
    { tags: { contains: "blue" } },
    { tags: { contains: ["blue", "red"] } },
    { sso: { contains: { issuer: "https://login.example" } } },
    { sso: { contains: { roles: ["viewer"] } } },
    { rights: { contains: { typePath: "item" } } },
    { rights: { contains: [{ verbs: ["update"] }] } },
  ],
  missed: [
    { name: { contains: "HIR" } },
    { name: { matches: "hirt s" } },
    { tags: { contains: "blu" } },
    { tags: { contains: ["blue", "green"] } },
    { sso: { contains: { issuer: "https://other.example" } } },
    { sso: { contains: { clientId: "weft" } } },
    { rights: { contains: { typePath: "color" } } },
    { nothing: { contains: "a" } },
    { nothing: { contains: {} } },
    { sku: { contains: {} } },
    { tags: { contains: { 0: "red" } } },
    { price: { contains: 1 } },
  ],
});

describeMatches("startsWith", {
  found: [{ name: { startsWith: "Shi" } }, { sso: { exists: true } }],
  missed: [{ name: { startsWith: "hir" } }, { tags: { startsWith: "r" } }, { nothing: { startsWith: "" } }],
});

describeMatches("exists", {
  found: [{ name: { exists: true } }, { isActive: { exists: true } }, { nothing: { exists: false } }],
  missed: [{ name: { exists: false } }, { empty: { exists: true } }, { nothing: { exists: true } }],
});

describeMatches("typePath, with all below it", {
  found: [{ typePath: "app" }, { typePath: "app:shop" }, { typePath: "app:shop:web" }],
  missed: [{ typePath: "app:sho" }, { typePath: "app:shop:web:mobile" }],
});

describeMatches("or", {
  found: [{ or: [{ name: "Coat" }, { price: 12.5 }] }, { name: "Shirt", or: [{ or: [{ version: 3 }] }] }],
  missed: [{ or: [{ name: "Coat" }, { price: 1 }] }, { name: "Coat", or: [{ version: 3 }] }],
});

describeMatches("and", {
  found: [
    { and: [{ name: "Shirt" }, { name: { contains: "S" } }] },
    { and: [{ or: [{ name: "Coat" }, { price: 12.5 }] }, { or: [{ version: 3 }, { version: 4 }] }] },
    { or: [{ name: "Coat" }, { and: [{ price: { gt: 1 } }, { price: { lt: 13 } }] }] },
  ],
  missed: [
    { and: [{ name: "Shirt" }, { name: "Coat" }] },
    { and: [{ or: [{ name: "Coat" }, { price: 12.5 }] }, { or: [{ version: 1 }, { version: 4 }] }] },
    { name: "Coat", and: [{ version: 3 }] },
  ],
});
