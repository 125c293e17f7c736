import type { AllowedRange } from "../../platform/outbound/address-rules.ts";
import type { OutboundRoute } from "../../platform/outbound/outbound-route.ts";
import type { AccessServices } from "../access-services.ts";

/** The additional services of single sign-on: outbound calls to providers, and the URL for browsers. */
export interface SignOnServices extends AccessServices {
  /** Private ranges that the operator allowed, for a provider inside the network. */
  readonly outboundAllowedRanges: readonly AllowedRange[];
  /** The operator's outbound route, also used for providers. */
  readonly outboundRoute: OutboundRoute;
}
