import type { Right } from "@weft/client";

interface BuiltInRole {
  readonly name: string;
  readonly words: string;
  readonly rights: readonly Right[];
}

const everything: Right = { verbs: ["read", "create", "update", "delete"], typePath: "*" };

/** The built-in roles. They cannot be changed, and are not in the list of roles. */
export const builtInRoles: readonly BuiltInRole[] = [
  { name: "owner", words: "full access, including creating owners", rights: [everything] },
  { name: "admin", words: "full access, except creating owners", rights: [everything] },
  { name: "editor", words: "reads and changes all product data", rights: [everything] },
  { name: "viewer", words: "reads all product data", rights: [{ verbs: ["read"], typePath: "*" }] },
];
