import type { Right } from "@weft/contract";
import type { AddressRange } from "../platform/network-address.ts";
import type { RequestParty } from "../platform/request-party.ts";
import type { Suspension } from "./suspension.ts";

export type CredentialType = "app-key" | "user-key" | "access-token" | "session";

/** The caller of a request: its org, actor, credential and grants. */
export interface Caller {
  readonly org: { readonly id: string; readonly slug: string; readonly name: string };
  /** Set if the operator has suspended the org. */
  readonly suspension?: Suspension | undefined;
  readonly actor: Actor;
  readonly credential: {
    readonly type: CredentialType;
    readonly id: string;
    readonly label: string | undefined;
    readonly expiresOn: Date | undefined;
  };
  /** A user's role; an app has none. */
  readonly role: string | undefined;
  readonly isAdministrator: boolean;
  readonly rights: readonly Right[];
  /** True for a credential with its own rights, which may be fewer than its user's. */
  readonly isNarrowed: boolean;
  /** Set for a token that is valid only for the callbacks of one task. */
  readonly taskId: string | undefined;
  /** The credential's own rate limit, in requests per second. */
  readonly ratePerSecond: number | undefined;
  /** Where the credential may be used from. Undefined: anywhere. */
  readonly allowedAddresses: readonly AddressRange[] | undefined;
  /** The writes of a session must send one of them; new sessions get the first. Empty for other credentials. */
  readonly csrfTokens: readonly string[];
}

/** For values from the HTTP server, which does not know callers. */
export function isCaller(caller: unknown): caller is Caller {
  return typeof caller === "object" && caller !== null && "actor" in caller;
}

/** Who calls, or has just signed in, for the log line of the request. */
export function partyOf({
  org,
  actor,
}: {
  readonly org: { readonly slug: string };
  readonly actor: { readonly id: string; readonly type: "user" | "app" };
}): RequestParty {
  return { org: org.slug, actor: actor.id, actorType: actor.type };
}

interface Actor {
  readonly id: string;
  readonly type: "user" | "app";
  readonly name: string;
  readonly email: string | undefined;
}
