import type { Right, Whoami } from "@weft/client";
import { mayDo } from "../session/session.ts";

/** Whether a user may do it with a kind, or at least with some type of it. */
export function mayDoSome(who: Whoami, verb: Right["verbs"][number], kind: string): boolean {
  const isBelow = ({ verbs, typePath }: Right) => verbs.includes(verb) && typePath.startsWith(`${kind}:`);
  return mayDo(who, verb, kind) || who.rights.some(isBelow);
}
