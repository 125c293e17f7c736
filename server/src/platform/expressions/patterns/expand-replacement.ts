import type { Fuel } from "../fuel.ts";
import type { Match } from "./pattern.ts";

const references = /\$(?:\$|&|`|'|\d{1,2})/g;
/** Only for a pattern with named groups: others have no names in their replacement. */
const referencesOrNames = /\$(?:\$|&|`|'|\d{1,2}|<[^>]*>)/g;

/** JavaScript's $$, $&, $`, $', $1 and $<name> in the second argument of replace. */
export function expandReplacement(
  replacement: string,
  text: string,
  match: Match,
  options: { readonly groupNames: ReadonlyMap<string, number>; readonly fuel: Fuel },
): string {
  if (!replacement.includes("$")) return replacement;
  options.fuel.scan(replacement.length);
  let expanded = "";
  let from = 0;
  for (const found of replacement.matchAll(options.groupNames.size === 0 ? references : referencesOrNames)) {
    const reference = found[0];
    expanded += replacement.slice(from, found.index) + expandReference(reference, text, match, options.groupNames);
    options.fuel.fit(expanded.length);
    from = found.index + reference.length;
  }
  return expanded + replacement.slice(from);
}

function expandReference(
  reference: string,
  text: string,
  match: Match,
  groupNames: ReadonlyMap<string, number>,
): string {
  switch (reference.charAt(1)) {
    case "$":
      return "$";
    case "&":
      return text.slice(match.start, match.end);
    case "`":
      return text.slice(0, match.start);
    case "'":
      return text.slice(match.end);
    case "<":
      return expandName(reference, match, groupNames);
    default:
      return expandNumber(reference, match);
  }
}

function expandName(reference: string, match: Match, groupNames: ReadonlyMap<string, number>): string {
  const group = groupNames.get(reference.slice(2, -1));
  return group === undefined ? "" : (match.groups[group - 1] ?? "");
}

/** Two digits if such a group exists, else one digit followed by a literal second digit. */
function expandNumber(reference: string, match: Match): string {
  const digits = reference.slice(1);
  const isGroup = (group: number) => group >= 1 && group <= match.groups.length;
  if (isGroup(Number(digits))) return match.groups[Number(digits) - 1] ?? "";
  const first = Number(digits.charAt(0));
  return digits.length === 2 && isGroup(first) ? (match.groups[first - 1] ?? "") + digits.charAt(1) : reference;
}
