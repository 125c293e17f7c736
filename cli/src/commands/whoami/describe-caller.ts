import type { Whoami } from "@weft/client";
import { describeRight } from "./describe-right.ts";

/** Who the caller is and what it may do, line by line, for people. */
export function describeCaller(who: Whoami, now: Date): string[] {
  const { actor, org, credential, isAdministrator, rights, role, taskId } = who;
  const role_ = role === undefined ? "" : `, ${role}`;
  return [
    `${actor.name} (${actor.type} ${actor.id}${role_}) in ${org.slug}`,
    `${credentialNames[credential.type]}${credential.label === undefined ? "" : ` "${credential.label}"`}, ${describeEnd(credential.expiresOn, now)}`,
    ...(taskId === undefined ? [] : [`good for the task ${taskId} alone`]),
    ...(isAdministrator ? ["may administer the organization: users, keys, roles, webhooks"] : []),
    ...(rights.length === 0
      ? ["may do nothing with product data"]
      : rights.map((right) => `may ${describeRight(right)}`)),
    describeRate(who.rate),
  ];
}

const credentialNames: Readonly<Record<Whoami["credential"]["type"], string>> = {
  "app-key": "key of an app",
  "user-key": "key of a user",
  "access-token": "access token",
  session: "session",
};

const units = [
  { seconds: 86_400, name: "day" },
  { seconds: 3600, name: "hour" },
  { seconds: 60, name: "minute" },
] as const;

/** The time as it is, and how far away that is. */
export function describeEnd(expiresOn: string | undefined, now: Date): string {
  if (expiresOn === undefined) return "without an end";
  const seconds = (Date.parse(expiresOn) - now.getTime()) / 1000;
  const unit = units.find((candidate) => seconds >= candidate.seconds);
  if (unit === undefined) return `until ${expiresOn}, within a minute`;
  const count = Math.floor(seconds / unit.seconds);
  return `until ${expiresOn}, in ${count} ${unit.name}${count === 1 ? "" : "s"}`;
}

function describeRate(rate: Whoami["rate"]): string {
  return rate === null
    ? "as many calls as it likes"
    : `${rate.requestsPerSecond} calls a second, ${rate.burst} at once`;
}
