import type { Right, Weft, Whoami } from "@weft/client";
import { createContext, useContext } from "react";

interface Session {
  readonly who: Whoami;
  readonly weft: Weft;
}

export const SessionContext = createContext<Session | undefined>(undefined);

/** The session of the signed-in user; every page below the shell has one. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) {
    throw new Error("Only pages below the shell have a session.");
  }
  return session;
}

/** The client that makes the calls of the signed-in user. */
export function useWeft(): Weft {
  return useSession().weft;
}

/** Whether to show a control. The service checks the permission on each call. */
export function mayDo({ rights }: Whoami, verb: Right["verbs"][number], typePath: string): boolean {
  return rights.some((right) => right.verbs.includes(verb) && covers(right.typePath, typePath));
}

function covers(granted: string, typePath: string): boolean {
  if (granted === "*" || granted === typePath) return true;
  const base = granted.replace(/:\*$/, "");
  return granted.endsWith(":*") && (typePath === base || typePath.startsWith(`${base}:`));
}

/** Whether a user may do it with a kind, or at least with some type of it. */
export function mayDoSome(who: Whoami, verb: Right["verbs"][number], kind: string): boolean {
  const isBelow = ({ verbs, typePath }: Right) => verbs.includes(verb) && typePath.startsWith(`${kind}:`);
  return mayDo(who, verb, kind) || who.rights.some(isBelow);
}
