import type { Whoami } from "@weft/client";
import { describeRight } from "./describe-right.ts";

/** The identity and permissions of the caller, as readable lines. */
export function describeCaller(who: Whoami, now: Date): string[] {
  const { actor, org, credential, isAdministrator, rights, role, taskId } = who;
  const role_ = role === undefined ? "" : `, ${role}`;
  return [
    `${actor.name} (${actor.type} ${actor.id}${role_}) in ${org.slug}`,
    `${credentialNames[credential.type]}${credential.label === undefined ? "" : ` "${credential.label}"`}, ${describeEnd(credential.expiresOn, now)}`,
    ...(taskId === undefined ? [] : [`valid only for the task ${taskId}`]),
    ...(isAdministrator ? ["may administer the organization: users, keys, roles, webhooks"] : []),
    ...(rights.length === 0 ? ["no access to product data"] : rights.map((right) => `may ${describeRight(right)}`)),
    describeRate(who.rate),
  ];
}

const credentialNames: Readonly<Record<Whoami["credential"]["type"], string>> = {
  "app-key": "app key",
  "user-key": "user key",
  "access-token": "access token",
  session: "session",
};

const units = [
  { seconds: 86_400, name: "day" },
  { seconds: 3600, name: "hour" },
  { seconds: 60, name: "minute" },
] as const;

/** The expiry, absolute and relative. */
export function describeEnd(expiresOn: string | undefined, now: Date): string {
  if (expiresOn === undefined) return "never expires";
  const seconds = (Date.parse(expiresOn) - now.getTime()) / 1000;
  const unit = units.find((candidate) => seconds >= candidate.seconds);
  if (unit === undefined) return `expires ${expiresOn}, in less than a minute`;
  const count = Math.floor(seconds / unit.seconds);
  return `expires ${expiresOn}, in ${count} ${unit.name}${count === 1 ? "" : "s"}`;
}

function describeRate(rate: Whoami["rate"]): string {
  return rate === null ? "no rate limit" : `${rate.requestsPerSecond} requests per second, burst ${rate.burst}`;
}
