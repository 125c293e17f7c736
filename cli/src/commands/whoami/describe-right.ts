import type { Right } from "@weft/client";

const allVerbs = 4;

/** A readable permission: read, create, update and delete item and its subtypes. */
export function describeRight({ verbs, typePath, fields, projectId }: Right): string {
  const allowed = verbs.length === allVerbs ? "read and change" : joined(verbs);
  const only = fields === undefined ? "" : `, only the fields ${joined(fields)}`;
  const project = projectId === undefined ? "" : `, in the project ${projectId}`;
  return `${allowed} ${describeTypes(typePath)}${only}${project}`;
}

function describeTypes(typePath: string): string {
  if (typePath === "*") return "all product data";
  return typePath.endsWith(":*") ? `${typePath.slice(0, -2)} and its subtypes` : typePath;
}

function joined(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
