const dayMs = 86_400_000;
const expiringDays = 30;
const unusedDays = 90;

interface Dated {
  readonly expiresOn: string | null;
  readonly revokedOn: string | null;
  readonly lastUsedOn: string | null;
  readonly createdOn: string;
}

type KeyStatus = "active" | "expiring" | "expired" | "revoked";

/** The key filters: active keys, unused or expiring ones, inactive ones. */
export const keyFilters = ["live", "unused", "expiring", "ended", "all"] as const;
export type KeyFilter = (typeof keyFilters)[number];

export function keyStatus({ revokedOn, expiresOn }: Pick<Dated, "revokedOn" | "expiresOn">, nowMs: number): KeyStatus {
  if (revokedOn !== null) return "revoked";
  if (expiresOn === null) return "active";
  const leftMs = Date.parse(expiresOn) - nowMs;
  if (leftMs <= 0) return "expired";
  return leftMs <= expiringDays * dayMs ? "expiring" : "active";
}

export function passesFilter(key: Dated, filter: KeyFilter, nowMs: number): boolean {
  const status = keyStatus(key, nowMs);
  const isLive = status === "active" || status === "expiring";
  switch (filter) {
    case "all":
      return true;
    case "live":
      return isLive;
    case "ended":
      return !isLive;
    case "expiring":
      return status === "expiring";
    case "unused":
      // A new key had no chance to be used: its age counts like its last use.
      return isLive && nowMs - Date.parse(key.lastUsedOn ?? key.createdOn) > unusedDays * dayMs;
  }
}
