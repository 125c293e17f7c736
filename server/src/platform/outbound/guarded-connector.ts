import { promises as dns, type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { type AllowedRange, isAddressAllowed } from "./address-rules.ts";
import { addressRefused } from "./outbound-refused.ts";

/** All addresses of a host name. */
export type LookupAddresses = (hostname: string) => Promise<readonly LookupAddress[]>;

export interface GuardedConnectorOptions {
  readonly allowedRanges: readonly AllowedRange[];
  readonly timeoutMs: number;
  readonly lookup?: LookupAddresses | undefined;
}

/** Connects to checked addresses only. A name is resolved once, and its checked addresses are the ones tried. */
export function createGuardedConnector(options: GuardedConnectorOptions): buildConnector.connector {
  const connect = buildConnector({
    timeout: options.timeoutMs,
    lookup: checkedLookup(options),
    // Makes the socket ask for all addresses in one lookup and try them in turn.
    autoSelectFamily: true,
  });
  return (target, callback) => {
    // The socket asks lookup for names only: a literal has to be checked here.
    if (isIP(target.hostname) !== 0 && !isAddressAllowed(target.hostname, options.allowedRanges)) {
      callback(addressRefused(target.hostname, target.hostname), null);
      return;
    }
    connect(target, callback);
  };
}

function checkedLookup(options: GuardedConnectorOptions): LookupFunction {
  const lookup = options.lookup ?? lookupBySystem;
  return (hostname, _lookupOptions, callback) => {
    lookup(hostname)
      .then((addresses) => checkedAddresses(hostname, addresses, options.allowedRanges))
      .then(
        (addresses) => callback(null, addresses),
        (error: Error) => callback(error, []),
      );
  };
}

function lookupBySystem(hostname: string): Promise<LookupAddress[]> {
  return dns.lookup(hostname, { all: true });
}

// One refused address refuses the name: a mixed answer is a mistake or an attack.
function checkedAddresses(
  hostname: string,
  addresses: readonly LookupAddress[],
  allowedRanges: readonly AllowedRange[],
): LookupAddress[] {
  const refused = addresses.find(({ address }) => !isAddressAllowed(address, allowedRanges));
  if (refused !== undefined) throw addressRefused(hostname, refused.address);
  if (addresses.length === 0) throw new Error(`The host ${hostname} has no address.`);
  return [...addresses];
}
