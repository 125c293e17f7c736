import type { Right } from "@weft/contract";
import type { AddressRange } from "../platform/address-range.ts";

export type CredentialType = "app-key" | "user-key" | "access-token" | "session";

/** Whoever makes a call: the org, the actor, the credential that was shown, and what it may do. */
export interface Caller {
  readonly org: { readonly id: string; readonly slug: string; readonly name: string };
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
  /** True for a credential with rights of its own, which may be fewer than its user's. */
  readonly isNarrowed: boolean;
  /** Set for a token that is good for the callbacks of one task only. */
  readonly taskId: string | undefined;
  /** A rate of its own, in requests a second. */
  readonly ratePerSecond: number | undefined;
  /** Where the credential may be used from; undefined: anywhere. */
  readonly allowedAddresses: readonly AddressRange[] | undefined;
  /** Set for a session, whose writes must carry it. */
  readonly csrfToken: string | undefined;
}

/** For what the HTTP server hands over, which knows nothing of callers. */
export function isCaller(caller: unknown): caller is Caller {
  return typeof caller === "object" && caller !== null && "actor" in caller;
}

interface Actor {
  readonly id: string;
  readonly type: "user" | "app";
  readonly name: string;
  readonly email: string | undefined;
}
