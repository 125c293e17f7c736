import type { Right, RightsPreset } from "@weft/client";

/** The permissions of an app's credential: a preset, or a list. */
export type Grant =
  | { readonly kind: "preset"; readonly preset: RightsPreset }
  | { readonly kind: "rights"; readonly rights: readonly Right[] };

/** As the service accepts it: one or the other. */
export function grantBody(grant: Grant): { preset: RightsPreset } | { rights: Right[] } {
  return grant.kind === "preset" ? { preset: grant.preset } : { rights: [...grant.rights] };
}

export function grantOf({
  preset,
  rights,
}: {
  readonly preset: RightsPreset | null;
  readonly rights: Right[] | null;
}): Grant {
  return preset === null ? { kind: "rights", rights: rights ?? [] } : { kind: "preset", preset };
}

/** What is still missing, as a message. */
export function findGrantError(grant: Grant): string | undefined {
  return grant.kind === "preset" ? undefined : findRightsError(grant.rights);
}

export function findRightsError(rights: readonly Right[]): string | undefined {
  if (rights.length === 0) return "Add at least one permission.";
  const mute = rights.findIndex((right) => right.verbs.length === 0);
  if (mute >= 0) return `Select at least one verb for permission ${mute + 1}.`;
  const untyped = rights.findIndex((right) => right.typePath === "");
  return untyped >= 0 ? `Select a type for permission ${untyped + 1}, such as item:* or * for all.` : undefined;
}

export const verbs = ["read", "create", "update", "delete"] as const;

/** The labels and descriptions of the presets. */
export const presetTexts: Readonly<Record<RightsPreset, { readonly title: string; readonly words: string }>> = {
  "read-only": { title: "Read only", words: "Reads everything. Changes nothing." },
  loader: { title: "Loader", words: "Reads everything, uploads files and runs loads." },
  callback: { title: "Callback", words: "Reads waiting tasks and completes them. Nothing else." },
  admin: { title: "Admin", words: "Full access, including keys, users and settings." },
};

/** One permission as a sentence: Read and update item and its subtypes, only name, in Autumn 2026. */
export function describeRight(right: Right, nameOfProject: (id: string) => string = (id) => id): string {
  const acts = joinWithAnd(verbs.filter((verb) => right.verbs.includes(verb)));
  const { fields = [], projectId } = right;
  const parts = [
    `${capitalize(acts === "" ? "no access to" : acts)} ${describeTypePath(right.typePath)}`,
    ...(fields.length === 0 ? [] : [`only ${joinWithAnd(fields)}`]),
    ...(projectId === undefined ? [] : [`in ${nameOfProject(projectId)}`]),
  ];
  return `${parts.join(", ")}.`;
}

function describeTypePath(typePath: string): string {
  if (typePath === "*") return "all product data";
  if (typePath === "") return "…";
  const base = typePath.replace(/:\*$/, "");
  return typePath.endsWith(":*") ? `${base} and its subtypes` : `${base} (without subtypes)`;
}

function joinWithAnd(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
