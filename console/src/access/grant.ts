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
