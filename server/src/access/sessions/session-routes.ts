import { login, logout } from "@weft/contract";
import { cookieName, readCookie, writeCookie } from "../../platform/http/cookies.ts";
import { type RequestFacts, type Route, routesFor } from "../../platform/http/route.ts";
import type { AccessServices } from "../access-services.ts";
import { changeAccess } from "../administration.ts";
import type { Caller } from "../caller.ts";
import { readCredential, readSessionCookie, writeSessionCookie } from "../credential.ts";
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
      const { address, headers, isSecure } = request;
      const cookie = (name: string) => readCookie(headers.cookie, cookieName(name, isSecure));
      const { deviceId, ...signedIn } = await logIn(services, { ...body, address, cookie });
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
        const session = readCredential({}, readSessionCookie(request));
        if (caller.credential.type === "session" && session !== undefined) {
          await deleteSession(tx, caller.org.id, hashSecret(session.secret));
        }
      });
      return { status: 204, headers: clearSessionCookie(request) };
    }),
  ];
}

export function setSessionCookie(value: string, request: RequestFacts): { "set-cookie": string } {
  return { "set-cookie": writeSessionCookie(value, signedInSeconds, request) };
}

function setDeviceCookie(account: Account, value: string, { isSecure }: RequestFacts): string {
  return writeCookie(deviceCookie(account), value, { maxAgeSeconds: deviceSeconds, path: "/api/login", isSecure });
}

function clearSessionCookie(request: RequestFacts): { "set-cookie": string } {
  return { "set-cookie": writeSessionCookie("", 0, request) };
}
