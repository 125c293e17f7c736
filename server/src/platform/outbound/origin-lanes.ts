import { CrossedClose } from "./exchange.ts";
import type { ConnectionOpener, ConnectionTarget } from "./guarded-connector.ts";
import { OriginLane } from "./origin-lane.ts";
import type { ExchangeCall, LocatedAnswer } from "./outbound-connection.ts";
import type { OutboundRequest } from "./redirected-request.ts";

/** A lane for every origin that is called. */
export class OriginLanes {
  readonly #open: ConnectionOpener;
  readonly #lanes = new Map<string, OriginLane>();

  constructor(open: ConnectionOpener) {
    this.#open = open;
  }

  /** Resends once a request that met an idle connection just as the receiver closed it. */
  async exchange(request: OutboundRequest, call: ExchangeCall): Promise<LocatedAnswer> {
    try {
      return await this.#laneTo(request.url).exchange(request, call);
    } catch (error) {
      if (!(error instanceof CrossedClose)) throw error;
    }
    try {
      return await this.#laneTo(request.url).exchangeAnew(request, call);
    } catch (error) {
      throw error instanceof CrossedClose ? error.cause : error;
    }
  }

  close(): void {
    for (const lane of this.#lanes.values()) lane.close();
  }

  #laneTo(url: URL): OriginLane {
    const known = this.#lanes.get(url.origin);
    if (known !== undefined) return known;
    const lane = new OriginLane({
      url,
      open: (signal) => this.#open(targetOf(url), signal),
      onEmpty: () => this.#lanes.delete(url.origin),
    });
    this.#lanes.set(url.origin, lane);
    return lane;
  }
}

function targetOf({ hostname, host, protocol, port }: URL): ConnectionTarget {
  return { hostname: hostname.replace(/^\[(.*)\]$/, "$1"), host, protocol, port };
}
