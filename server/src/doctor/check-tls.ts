import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import type { Config } from "../config/config.ts";
import { dayMs } from "../platform/durations.ts";
import { unbracketedHost } from "../platform/network-address.ts";
import { type Check, type CheckResult, fault, ok, skipped, warning } from "./finding.ts";

const warningDays = 14;

/** The configuration already checks that both files are readable and belong together. */
export function checkTls({ tls, publicUrl }: Config): Check {
  return {
    name: "tls",
    async look() {
      return tls === undefined
        ? [skipped("TLS_CERT is not set: the service uses plain HTTP.")]
        : [
            ...readChain(tls.cert).map((certificate) => evaluateDates(certificate, new Date())),
            ...evaluateName(tls, publicUrl),
          ];
    },
  };
}

interface Certificate {
  readonly name: string;
  readonly validFrom: Date;
  readonly validTo: Date;
}

/** The certificates after the first are its issuers. If one of them expires, the first is no longer trusted. */
export function readChain(pem: string): readonly Certificate[] {
  return blocksOf(pem).map((block) => {
    const { subject, validFrom, validTo } = new X509Certificate(block);
    const [, commonName] = /^CN=(.*)$/m.exec(subject ?? "") ?? [];
    const name = commonName ?? subject?.replaceAll("\n", ", ") ?? "without a name";
    return { name, validFrom: new Date(validFrom), validTo: new Date(validTo) };
  });
}

export function evaluateDates({ name, validFrom, validTo }: Certificate, now: Date): CheckResult {
  const advice = "Renew it, install the new files and reload the service (SIGHUP).";
  const lastDay = validTo.toISOString().slice(0, 10);
  const days = Math.floor((validTo.getTime() - now.getTime()) / dayMs);
  if (validTo <= now) {
    return fault(`The certificate ${name} expired on ${lastDay}.`, advice);
  }
  if (validFrom > now) {
    const firstDay = validFrom.toISOString().slice(0, 10);
    return fault(`The certificate ${name} is not valid before ${firstDay}.`, "Check this machine's clock, or wait.");
  }
  return days < warningDays
    ? warning(`The certificate ${name} expires on ${lastDay}, in ${days} days.`, advice)
    : ok(`The certificate ${name} is valid until ${lastDay}.`);
}

function evaluateName({ cert }: { readonly cert: string }, publicUrl: string | undefined): readonly CheckResult[] {
  const [first] = blocksOf(cert);
  const host = publicUrl === undefined ? undefined : new URL(publicUrl).hostname;
  if (first === undefined || host === undefined) {
    return [];
  }
  const certificate = new X509Certificate(first);
  const address = unbracketedHost(host);
  const name = isIP(address) === 0 ? certificate.checkHost(host) : certificate.checkIP(address);
  return name !== undefined
    ? []
    : [
        warning(
          `The certificate is not for ${host}, the name in WEFT_PUBLIC_URL.`,
          "Use a certificate for that name, unless a proxy in front of the service has its own.",
        ),
      ];
}

function blocksOf(pem: string): readonly string[] {
  return pem.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [pem];
}
