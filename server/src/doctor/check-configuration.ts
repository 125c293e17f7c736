import { access, constants } from "node:fs/promises";
import type { Config, ConfigError } from "../config/config.ts";
import { isLoopbackName } from "../platform/network-address.ts";
import { isAddressAllowed } from "../platform/outbound/address-rules.ts";
import { type Check, type CheckResult, type Finding, fault, ok, warning } from "./finding.ts";

export function checkConfiguration(config: Config): Check {
  return {
    name: "configuration",
    async look() {
      const checkResults = [...evaluateConfiguration(config), ...(await evaluateActionsFolder(config.actionsFolder))];
      return checkResults.length === 0 ? [ok("All settings are valid.")] : checkResults;
    },
  };
}

/** Each fault that would prevent the service from starting. */
export function configurationErrors({ errors }: ConfigError): readonly Finding[] {
  const advice = "Fix it in the environment or in weft.config.yaml; docs/configuration.md lists every setting.";
  return errors.map((detail, index) => ({
    name: "configuration",
    verdict: "fault",
    detail,
    // The advice is the same for all of them.
    ...(index === errors.length - 1 ? { advice } : {}),
  }));
}

/** Valid settings that are probably not intended. */
export function evaluateConfiguration(config: Config): readonly CheckResult[] {
  return [
    ...evaluateOpening(config),
    ...evaluateProxy(config),
    ...evaluateOutbound(config),
    ...evaluateWatching(config),
  ];
}

function evaluateOpening({ host, tls, trustProxy, metricsToken, metricsAccess }: Config): readonly CheckResult[] {
  if (isLoopbackName(host)) {
    return [];
  }
  const rules: readonly [boolean, CheckResult][] = [
    [
      tls === undefined && (trustProxy === false || trustProxy === 0),
      warning(
        `HOST is ${host}, and neither TLS_CERT nor TRUST_PROXY is set: keys and passwords are sent unencrypted.`,
        "Set TLS_CERT and TLS_KEY, or put a proxy in front of the service and set TRUST_PROXY.",
      ),
    ],
    [
      trustProxy === true,
      warning(
        `HOST is ${host}, and TRUST_PROXY is true: anyone who can reach the port can claim any IP address.`,
        "Set the proxy's address or the number of hops instead, or let only the proxy reach the port.",
      ),
    ],
    [
      metricsToken === undefined && metricsAccess === "all",
      warning(
        `HOST is ${host}, METRICS_ACCESS is all, and METRICS_TOKEN is not set: /metrics is open to all callers.`,
        "Set METRICS_TOKEN, or block /metrics in the proxy.",
      ),
    ],
  ];
  return applying(rules);
}

function evaluateProxy({ trustProxy, publicUrl }: Config): readonly CheckResult[] {
  const hasProxy = trustProxy !== false && trustProxy !== 0;
  const checkResult = warning(
    "TRUST_PROXY is set and WEFT_PUBLIC_URL is not: links to files and single sign-on use the address of this machine, because the Host header is not trusted.",
    "Set WEFT_PUBLIC_URL to the address that users reach the proxy by.",
  );
  return applying([[hasProxy && publicUrl === undefined, checkResult]]);
}

// One address for each kind that must not be reachable. Cloud metadata services hand out credentials.
const metadataAddress = "169.254.169.254";
const loopbackAddress = "127.0.0.1";

function evaluateOutbound({ outboundAllowedRanges: ranges }: Config): readonly CheckResult[] {
  const advice = "Limit WEFT_OUTBOUND_ALLOW to the ranges that webhooks and workflows need.";
  const widest = ranges.find(({ prefixBits }) => prefixBits === 0);
  if (widest !== undefined) {
    return [
      warning(`WEFT_OUTBOUND_ALLOW contains ${widest.network.toString()}/0, which allows every address.`, advice),
    ];
  }
  const rules: readonly [boolean, CheckResult][] = [
    [
      isAddressAllowed(metadataAddress, ranges),
      warning(`WEFT_OUTBOUND_ALLOW allows ${metadataAddress}, where cloud providers serve credentials.`, advice),
    ],
    [
      isAddressAllowed(loopbackAddress, ranges) || isAddressAllowed("::1", ranges),
      warning("WEFT_OUTBOUND_ALLOW allows this machine: every organization can call local services.", advice),
    ],
  ];
  return applying(rules);
}

function evaluateWatching({ rateLimit, logLevel }: Config): readonly CheckResult[] {
  const rules: readonly [boolean, CheckResult][] = [
    [
      rateLimit === "off",
      warning(
        "WEFT_RATE_LIMIT is off: one caller can use the whole capacity of the service.",
        "Set the requests per second allowed for a key, such as 100.",
      ),
    ],
    [logLevel === "silent", warning("LOG_LEVEL is silent: nothing is logged.", "Use info, or at least error.")],
  ];
  return applying(rules);
}

function applying(rules: readonly [boolean, CheckResult][]): readonly CheckResult[] {
  return rules.filter(([applies]) => applies).map(([, checkResult]) => checkResult);
}

/** Only checks access: the modules run only in the service. */
async function evaluateActionsFolder(folder: string | undefined): Promise<readonly CheckResult[]> {
  if (folder === undefined) {
    return [];
  }
  try {
    await access(folder, constants.R_OK | constants.X_OK);
    return [];
  } catch {
    return [fault(`WEFT_ACTIONS_DIR: ${folder} cannot be read.`, "Create the directory, or remove the setting.")];
  }
}
