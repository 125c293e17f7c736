import { promises as dns, type LookupAddress } from "node:dns";
import { isIP } from "node:net";
import { type AllowedRange, isAddressAllowed } from "./address-rules.ts";
import { OutboundFailure } from "./outbound-failure.ts";
import { addressRefused } from "./outbound-refused.ts";

/** All addresses of a host name. */
export type LookupAddresses = (hostname: string) => Promise<readonly LookupAddress[]>;

export interface AddressFinderOptions {
  readonly allowedRanges: readonly AllowedRange[];
  /** Default: the system resolver. */
  readonly lookup?: LookupAddresses | undefined;
  /** Only addresses of its family are reachable from it. */
  readonly sourceAddress?: string | undefined;
}

/** Finds the checked addresses of a host, a name or a literal. Connections are allowed only to these. */
export function createAddressFinder(options: AddressFinderOptions): (host: string) => Promise<LookupAddress[]> {
  const { allowedRanges, sourceAddress } = options;
  const lookup = sharingLookup(options.lookup ?? lookupBySystem);
  return async (host) => {
    // The socket resolves names only: a literal has to be checked here.
    const family = isIP(host);
    const addresses = family === 0 ? await resolveName(lookup, host) : [{ address: host, family }];
    // One rejected address rejects the name: a mixed result is a mistake or an attack.
    const refused = addresses.find(({ address }) => !isAddressAllowed(address, allowedRanges));
    if (refused !== undefined) throw addressRefused(host, refused.address);
    return sourceAddress === undefined ? [...addresses] : ofFamily(addresses, isIP(sourceAddress), host);
  };
}

// The system has few threads for name resolution. A slow name must not occupy them all.
function sharingLookup(lookup: LookupAddresses): LookupAddresses {
  const inProgress = new Map<string, Promise<readonly LookupAddress[]>>();
  return (hostname) => {
    const shared = inProgress.get(hostname);
    if (shared !== undefined) return shared;
    const own = lookup(hostname).finally(() => inProgress.delete(hostname));
    inProgress.set(hostname, own);
    return own;
  };
}

function lookupBySystem(hostname: string): Promise<LookupAddress[]> {
  return dns.lookup(hostname, { all: true });
}

async function resolveName(lookup: LookupAddresses, hostname: string): Promise<readonly LookupAddress[]> {
  const unresolved = `The host name ${hostname} could not be resolved.`;
  const addresses = await lookup(hostname).catch((cause: unknown) => {
    throw new OutboundFailure("dns", unresolved, { cause });
  });
  if (addresses.length === 0) throw new OutboundFailure("dns", unresolved);
  return addresses;
}

function ofFamily(addresses: readonly LookupAddress[], family: number, host: string): LookupAddress[] {
  const reachable = addresses.filter(({ address }) => isIP(address) === family);
  if (reachable.length > 0) return reachable;
  throw new OutboundFailure(
    "connect",
    `The host ${host} has no IPv${family} address, but outbound requests use an IPv${family} source address.`,
  );
}
