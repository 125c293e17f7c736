import type { Right } from "@weft/client";

interface BuiltInRole {
  readonly name: string;
  readonly words: string;
  readonly rights: readonly Right[];
}

const everything: Right = { verbs: ["read", "create", "update", "delete"], typePath: "*" };

/** The roles that every organization has. They cannot be changed, and no list of roles has them. */
export const builtInRoles: readonly BuiltInRole[] = [
  { name: "owner", words: "everything, also making other owners", rights: [everything] },
  { name: "admin", words: "everything but making owners", rights: [everything] },
  { name: "editor", words: "reads and changes all product data", rights: [everything] },
  { name: "viewer", words: "reads all product data", rights: [{ verbs: ["read"], typePath: "*" }] },
];
