import { login, logout } from "@weft/contract";
import type { Transaction } from "../../platform/database/database.ts";
import { readRequestCookie, writeCookie } from "../../platform/http/cookies.ts";
import { type RequestFacts, type Route, routesFor } from "../../platform/http/route.ts";
import type { AccessServices } from "../access-services.ts";
import { changeAudited } from "../administration.ts";
import { actOfUser, originOf } from "../audit/audit-log.ts";
import { type Caller, partyOf } from "../caller.ts";
import { readCredential, sessionCookie } from "../credential.ts";
import { revokeAccessToken } from "../keys/access-token-store.ts";
import { hashSecret } from "../secret.ts";
import { logInAudited } from "./audit-sign-in.ts";
import { type Account, deviceCookie, deviceSeconds, formatDevice } from "./log-in.ts";
import { deleteSession } from "./session-store.ts";
import { grantSession, grantToken, type SignedIn, signedInSeconds } from "./sign-in.ts";

const route = routesFor<Caller>();

export function sessionRoutes(services: AccessServices): Route[] {
  return [
    route(login, async ({ body, request }) => {
      const cookie = (name: string) => readRequestCookie(request, name);
      const { org, user, deviceId } = await logInAudited(services, { ...body, cookie }, request);
      request.identify(partyOf({ org, actor: { id: user.id, type: "user" } }));
      const signIn = <Granted>(grant: (tx: Transaction, signedIn: SignedIn) => Promise<Granted>) =>
        services.audit.transaction(services.db, org.id, actOfUser(user, originOf(request)), (tx, trail) =>
          grant(tx, { org, user, trail, method: "password" }),
        );
      if (body.grant === "token") {
        return { status: 200, body: await signIn(grantToken) };
      }
      const granted = await signIn((tx, signedIn) => grantSession(tx, services.secrets, signedIn));
      const account = { orgId: org.id, email: user.email };
      const device = setDeviceCookie(account, formatDevice(services.secrets, account, deviceId), request);
      const session = setSessionCookie(granted.cookie, request)["set-cookie"];
      return { status: 200, headers: { "set-cookie": [session, device] }, body: granted.body };
    }),
    route(logout, async ({ caller, request }) => {
      await changeAudited(services, caller, request, async (tx, trail) => {
        await trail.record({ action: "session.sign-out", target: { type: "user", id: caller.actor.id } });
        if (caller.credential.type === "access-token") {
          await revokeAccessToken(tx, caller.org.id, caller.credential.id);
        }
        const session = readCredential({}, readRequestCookie(request, sessionCookie));
        if (caller.credential.type === "session" && session !== undefined) {
          await deleteSession(tx, caller.org.id, hashSecret(session.secret));
        }
      });
      return { status: 204, headers: clearSessionCookie(request) };
    }),
  ];
}

export function setSessionCookie(value: string, request: RequestFacts): { "set-cookie": string } {
  const options = { maxAgeSeconds: signedInSeconds, path: "/", isSecure: request.isSecure };
  return { "set-cookie": writeCookie(sessionCookie, value, options) };
}

function setDeviceCookie(account: Account, value: string, { isSecure }: RequestFacts): string {
  return writeCookie(deviceCookie(account), value, { maxAgeSeconds: deviceSeconds, path: "/api/login", isSecure });
}

function clearSessionCookie(request: RequestFacts): { "set-cookie": string } {
  return { "set-cookie": writeCookie(sessionCookie, "", { maxAgeSeconds: 0, path: "/", isSecure: request.isSecure }) };
}
