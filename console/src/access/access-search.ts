import type { KeyFilter } from "./key-status.ts";

export interface KeysSearch {
  readonly view?: "apps" | "users" | "tokens" | undefined;
  readonly show?: KeyFilter | undefined;
  readonly q?: string | undefined;
}

export interface UsersSearch {
  readonly q?: string | undefined;
  /** Only users with this role. */
  readonly role?: string | undefined;
}

export interface RolesSearch {
  readonly q?: string | undefined;
}

export interface LimitsSearch {
  readonly days?: "1" | "7" | "30" | "90" | undefined;
}
