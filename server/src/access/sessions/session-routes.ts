import { login, logout } from "@weft/contract";
import { readRequestCookie, writeCookie } from "../../platform/http/cookies.ts";
import { type RequestFacts, type Route, routesFor } from "../../platform/http/route.ts";
import type { AccessServices } from "../access-services.ts";
import { changeAccess } from "../administration.ts";
import type { Caller } from "../caller.ts";
import { readCredential, sessionCookie } from "../credential.ts";
import { revokeAccessToken } from "../keys/access-token-store.ts";
import { hashSecret } from "../secret.ts";
import { type Account, deviceCookie, deviceSeconds, formatDevice } from "./known-device.ts";
import { logIn } from "./log-in.ts";
import { deleteSession } from "./session-store.ts";
import { grantSession, grantToken, signedInSeconds } from "./sign-in.ts";

const route = routesFor<Caller>();

export function sessionRoutes(services: AccessServices): Route[] {
  return [
    route(login, async ({ body, request }) => {
      const cookie = (name: string) => readRequestCookie(request, name);
      const { deviceId, ...signedIn } = await logIn(services, { ...body, address: request.address, cookie });
      if (body.grant === "token") {
        const granted = await services.db.transaction((tx) => grantToken(tx, signedIn));
        return { status: 200, body: granted };
      }
      const granted = await services.db.transaction((tx) => grantSession(tx, services.secrets, signedIn));
      const account = { orgId: signedIn.org.id, email: signedIn.user.email };
      const device = setDeviceCookie(account, formatDevice(services.secrets, account, deviceId), request);
      const session = setSessionCookie(granted.cookie, request)["set-cookie"];
      return { status: 200, headers: { "set-cookie": [session, device] }, body: granted.body };
    }),
    route(logout, async ({ caller, request }) => {
      await changeAccess(services, async (tx) => {
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
