import { isIP } from "node:net";
import type { Transaction } from "../../platform/database/database.ts";
import { dayMs, minuteMs } from "../../platform/durations.ts";
import { invalidField } from "../../platform/errors.ts";
import { parseAddressRange } from "../../platform/network-address.ts";
import { findOrg } from "../org-store.ts";

/** The maximum lifetime in days of a new key of the org. Null: no limit. */
export async function findKeyLifetime(tx: Transaction, orgId: string): Promise<number | null> {
  return (await findOrg(tx, orgId))?.key_lifetime_days ?? null;
}

/** When a key expires: as requested, or at the org's limit. A request beyond the limit is rejected. */
export function limitedEnd(days: number | null, requested: Date | null): Date | null {
  if (days === null) {
    return requested;
  }
  const latest = new Date(Date.now() + days * dayMs);
  // A minute of tolerance: callers count the days from their own clock.
  if (requested !== null && requested.getTime() > latest.getTime() + minuteMs) {
    throw invalidField(
      "#/expiresOn",
      `API keys of this organization are valid for at most ${days} days. Send an expiresOn up to ${latest.toISOString()}, or omit it.`,
    );
  }
  return requested ?? latest;
}

/** The ranges as stored: without duplicates, single addresses with their full prefix. */
export function readAllowedAddresses(texts: readonly string[]): string[] {
  const ranges = texts.map((text, index) => {
    const range = withPrefix(text.trim());
    try {
      parseAddressRange(range);
    } catch (error) {
      throw invalidField(`#/allowedAddresses/${index}`, error instanceof Error ? error.message : String(error));
    }
    return range;
  });
  return [...new Set(ranges)];
}

function withPrefix(text: string): string {
  const bits: Readonly<Record<number, string>> = { 4: "/32", 6: "/128" };
  return text + (bits[isIP(text)] ?? "");
}
