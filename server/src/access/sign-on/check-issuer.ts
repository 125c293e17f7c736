import { promises as dns } from "node:dns";
import { invalidField } from "../../errors.ts";
import { type AllowedRange, isAddressAllowed } from "../../platform/outbound/address-rules.ts";
import { checkOutboundUrl } from "../../platform/outbound/check-outbound-url.ts";
import { OutboundRefused } from "../../platform/outbound/outbound-refused.ts";

const pointer = "#/sso/issuer";

/** Checks that the issuer may be called: over https, or over http if the operator allowed every address of its host. */
export async function checkIssuer(issuer: string, allowedRanges: readonly AllowedRange[]): Promise<void> {
  try {
    checkOutboundUrl(issuer, allowedRanges);
  } catch (error) {
    throw error instanceof OutboundRefused ? invalidField(pointer, error.message) : error;
  }
  const { protocol, hostname, pathname, search, hash } = new URL(issuer);
  if (search !== "" || hash !== "" || pathname.includes("/.well-known/")) {
    // Metadata fetched from a full URL would not have to name that URL as its issuer.
    throw invalidField(pointer, "Send only the issuer, without /.well-known/…, query and fragment.");
  }
  if (protocol === "http:" && !(await isOpened(hostname, allowedRanges))) {
    throw invalidField(
      pointer,
      "Use https. http is allowed only for addresses that the operator lists in WEFT_OUTBOUND_ALLOW.",
    );
  }
}

async function isOpened(hostname: string, allowedRanges: readonly AllowedRange[]): Promise<boolean> {
  const addresses = await dns.lookup(hostname.replace(/^\[(.*)\]$/, "$1"), { all: true }).catch(() => []);
  // Hosts outside the operator's ranges are public, and must not be called without TLS.
  const isEachOpened = addresses.every(
    ({ address }) => isAddressAllowed(address, allowedRanges) && !isAddressAllowed(address, []),
  );
  return addresses.length > 0 && isEachOpened;
}
