import type { IncomingHttpHeaders } from "node:http";
import type { Caller } from "../caller.ts";
import type { AuditActor, AuditOrigin } from "./audit-entry.ts";
import type { AuditAct } from "./audit-log.ts";

/** The parts of a request that show its origin. */
export interface RequestOrigin {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
}

/** A caller of the API, as the audit log names them. */
export function actOfCaller(caller: Caller, request: RequestOrigin): AuditAct {
  return { actor: actorOfCaller(caller), origin: originOf(request) };
}

export function actorOfCaller({ actor, credential }: Caller): AuditActor {
  const { id, type, name, email } = actor;
  return { id, type, name, email, credential: { type: credential.type, id: credential.id } };
}

/** A user who signs in, before there is a credential. */
export function actOfUser(
  { id, name, email }: { readonly id: string; readonly name: string; readonly email: string },
  origin: AuditOrigin,
): AuditAct {
  return { actor: { type: "user", id, name, email }, origin };
}

/** The service itself, as on its first start. */
export const systemAct: AuditAct = { actor: { type: "system" }, origin: {} };

const printable = /[^\p{Cc}]+/gu;

export function originOf({ id, headers, address }: RequestOrigin): AuditOrigin {
  const userAgent = (headers["user-agent"]?.match(printable) ?? []).join("");
  return { address, requestId: id, ...(userAgent === "" ? {} : { userAgent }) };
}
