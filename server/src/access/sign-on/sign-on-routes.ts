import { finishSso, redeemSsoCode, startSso, startSsoDevice } from "@weft/contract";
import { readRequestCookie, writeCookie } from "../../platform/http/cookies.ts";
import { type RequestFacts, type Route, routesFor } from "../../platform/http/route.ts";
import { onFirstUse } from "../../platform/on-first-use.ts";
import type { SignOnServices } from "../access-services.ts";
import { type Caller, partyOf } from "../caller.ts";
import { setSessionCookie } from "../sessions/session-routes.ts";

const route = routesFor<Caller>();
const signOnCookie = "weft_sso";

export function signOnRoutes(services: SignOnServices): Route[] {
  const load = onFirstUse(() => loadSignOn(services));
  return [...browserRoutes(services, load), ...deviceRoutes(services, load)];
}

type LoadSignOn = () => ReturnType<typeof loadSignOn>;

/** Most organizations sign in with passwords, and need neither this code nor its OpenID client. */
async function loadSignOn(services: SignOnServices) {
  const { attemptSeconds, finishSignOn, redeemCode, startSignOn } = await import("./browser-sign-on.ts");
  const { pollDeviceSignOn, startDeviceSignOn } = await import("./device-sign-on.ts");
  const { Providers } = await import("./providers.ts");
  const providers = new Providers(services);
  return { attemptSeconds, finishSignOn, redeemCode, startSignOn, pollDeviceSignOn, startDeviceSignOn, providers };
}

function browserRoutes(services: SignOnServices, load: LoadSignOn): Route[] {
  return [
    route(startSso, async ({ params, query, request }) => {
      const { startSignOn, providers, attemptSeconds } = await load();
      const { state: callerState, ...loopback } = query;
      const { location, browserSecret } = await startSignOn(services, providers, {
        ...loopback,
        orgSlug: params.orgSlug,
        callerState,
        redirectUri: `${request.origin}/api/sso/callback`,
        browserSecret: readRequestCookie(request, signOnCookie),
      });
      return { status: 302, headers: { location, ...setSignOnCookie(browserSecret, attemptSeconds, request) } };
    }),
    route(finishSso, async ({ query, request }) => {
      const { finishSignOn, providers } = await load();
      const finished = await finishSignOn(services, providers, {
        state: query.state,
        parameters: toParameters(query),
        request,
        browserSecret: readRequestCookie(request, signOnCookie),
      });
      if (finished.signedIn !== undefined) {
        request.identify(partyOf(finished.signedIn));
      }
      switch (finished.kind) {
        case "browser":
          return {
            status: 302,
            headers: { location: "/", ...setSessionCookie(finished.sessionCookie, request) },
          };
        case "loopback":
          return { status: 302, headers: { location: finished.location } };
      }
    }),
  ];
}

function deviceRoutes(services: SignOnServices, load: LoadSignOn): Route[] {
  return [
    route(redeemSsoCode, async ({ body, request }) => {
      const { redeemCode } = await load();
      const granted = await redeemCode(services, body, request);
      request.identify(partyOf(granted));
      return { status: 200, body: granted };
    }),
    route(startSsoDevice, async ({ body, request }) => {
      const { startDeviceSignOn, pollDeviceSignOn, providers } = await load();
      if ("orgSlug" in body) {
        return { status: 202, body: await startDeviceSignOn(services, providers, body.orgSlug) };
      }
      const polled = await pollDeviceSignOn(services, providers, { ...body, request });
      switch (polled.kind) {
        case "pending":
          return { status: 202, body: polled.body };
        case "granted":
          request.identify(partyOf(polled.body));
          return { status: 200, body: polled.body };
      }
    }),
  ];
}

/** Not cleared after the return, because another tab may still be in progress; without an attempt it grants nothing. */
function setSignOnCookie(value: string, maxAgeSeconds: number, { isSecure }: RequestFacts): { "set-cookie": string } {
  return { "set-cookie": writeCookie(signOnCookie, value, { maxAgeSeconds, path: "/api/sso", isSecure }) };
}

/** Keeps repeated parameters: the check of the provider's response rejects them. */
function toParameters(query: Readonly<Record<string, unknown>>): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const single of [value].flat()) {
      parameters.append(name, String(single));
    }
  }
  return parameters;
}
