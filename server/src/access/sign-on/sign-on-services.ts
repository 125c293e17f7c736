import type { AllowedRange } from "../../platform/outbound/address-rules.ts";
import type { OutboundRoute } from "../../platform/outbound/outbound-route.ts";
import type { AccessServices } from "../access-services.ts";

/** What single sign-on needs beyond the rest of access: how to reach providers, and how browsers reach us. */
export interface SignOnServices extends AccessServices {
  /** Private ranges that the operator has opened, for a provider inside the network. */
  readonly outboundAllowedRanges: readonly AllowedRange[];
  /** The operator's way out, also to providers. */
  readonly outboundRoute: OutboundRoute;
}
