import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { ApiError, type LoginAnswer, type SsoDevice, type Weft } from "@weft/client";
import { CliError } from "../../frame/cli-error.ts";
import type { Context } from "../../frame/context.ts";
import { exitCodes } from "../../frame/exit-codes.ts";
import type { Terminal } from "../../frame/terminal.ts";
import { safeText } from "../../output/safe-text.ts";
import { openDoor } from "../open-session.ts";
import { type Place, requireOrg } from "./place.ts";
import type { SignInResult } from "./proven.ts";

/** In a browser on this machine, or on another device if there is none. */
export async function proveBySso(context: Context, place: Place, isBrowserWanted: boolean): Promise<SignInResult> {
  const orgSlug = await requireOrg(context, place);
  const weft = openDoor(place.baseUrl);
  const signOn = isBrowserWanted && canOpenBrowser(context.terminal) ? signOnByLoopback : signOnByDevice;
  const accessToken = await signOn(context, weft, orgSlug);
  return { place, way: "sso", credentials: { accessToken } };
}

const timeoutMs = 5 * 60_000;

/** The user signs in with a browser on this machine, which returns a code. Returns the token for it. */
export async function signOnByLoopback({ terminal, signal }: Context, weft: Weft, orgSlug: string): Promise<string> {
  const codeVerifier = randomBytes(32).toString("base64url");
  const state = randomBytes(32).toString("base64url");
  const listener = await listenForCode({ state, timeoutMs, signal });
  try {
    const query = new URLSearchParams({
      loopbackPort: String(listener.port),
      codeChallenge: createHash("sha256").update(codeVerifier).digest("base64url"),
      state,
    });
    const path = `/sso/${encodeURIComponent(orgSlug)}?${query}`;
    await requireSignOn(weft, path, signal);
    const url = `${weft.baseUrl}${path}`;
    // Also with --json: the user needs the URL if no browser opens.
    terminal.err(`Complete the sign-in in the browser. If it does not open, go to:\n${safeText(url)}\n`);
    terminal.err("Waiting for up to 5 minutes. Press Ctrl-C to cancel.\n");
    openBrowser(terminal, url);
    return await listener.redeem(async (code) => {
      const { accessToken = "" } = await weft.call("redeem-sso-code", { body: { code, codeVerifier } }, { signal });
      return accessToken;
    });
  } finally {
    listener.close();
  }
}

/** Reports a missing organization or one without single sign-on here rather than in the browser. */
async function requireSignOn(weft: Weft, path: string, signal: AbortSignal): Promise<void> {
  try {
    await weft.send({ method: "GET", path }, { signal });
  } catch (error) {
    const leadsOn = error instanceof ApiError && error.status === 302;
    if (!leadsOn) throw error;
  }
}

interface Input {
  /** The state that the browser must return, so that no other code is accepted. */
  readonly state: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface CodeListener {
  readonly port: number;
  /** Waits for the browser's code, exchanges it, and shows the result in the browser. */
  redeem(swap: (code: string) => Promise<string>): Promise<string>;
  close(): void;
}

/** The browser brings a code, or the reason why there is none. */
type SsoCallback = { readonly code: string } | { readonly refusal: string };

type Visit = SsoCallback & { readonly response: ServerResponse };

/** Listens on a free local port for the redirect of the browser. */
export async function listenForCode({ state, timeoutMs, signal }: Input): Promise<CodeListener> {
  signal.throwIfAborted();
  let welcome: (visit: Visit) => void = () => undefined;
  const visited = new Promise<Visit>((resolve) => {
    welcome = resolve;
  });
  const server = createServer((request, response) => {
    const callback = readCallback(request, state);
    if (callback === undefined)
      void answer(response, 400, "Unknown sign-in request. Start again with weft login --sso.");
    else welcome({ ...callback, response });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  return {
    port: address !== null && typeof address === "object" ? address.port : 0,
    async redeem(swap) {
      const { response, ...callback } = await inTime(visited, timeoutMs, signal);
      try {
        if ("refusal" in callback) throw new CliError(callback.refusal, { exitCode: exitCodes.notAllowed });
        const token = await swap(callback.code);
        await answer(response, 200, "You are signed in. You can close this page.");
        return token;
      } catch (error) {
        await answer(response, 502, "Sign-in failed. See the terminal for the reason.");
        throw error;
      }
    },
    // A browser keeps connections open; they must not keep the command alive.
    close: () => void server.close().closeAllConnections(),
  };
}

function readCallback(request: IncomingMessage, state: string): SsoCallback | undefined {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://127.0.0.1");
  const isOurs = request.method === "GET" && pathname === "/callback" && searchParams.get("state") === state;
  const code = searchParams.get("code");
  if (!isOurs || (code === null && !searchParams.has("error"))) return undefined;
  return code === null ? { refusal: searchParams.get("error_description") ?? "Sign-in failed." } : { code };
}

const headers = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  connection: "close",
};

/** Resolves when the page is sent. */
function answer(response: ServerResponse, status: number, words: string): Promise<void> {
  const style = "font: 18px system-ui, sans-serif; margin: 20vh auto; max-width: 30em; text-align: center";
  const page = `<!doctype html><html lang="en"><title>weft</title><body style="${style}"><p>${words}</p></body></html>`;
  return new Promise((resolve) => {
    response.once("close", resolve).writeHead(status, headers).end(page, resolve);
  });
}

/** The result, unless it times out or is aborted. */
function inTime<Result>(waited: Promise<Result>, timeoutMs: number, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    AbortSignal.timeout(timeoutMs).addEventListener("abort", () => {
      const next = "If the browser shows an error, it gives the reason. Otherwise try again, or pass --no-browser.";
      reject(new CliError("Sign-in timed out.", { next, exitCode: exitCodes.notAllowed }));
    });
    void waited.then(resolve);
  });
}

/** The user signs in on another device while the service is polled. Returns the token. */
export async function signOnByDevice(context: Context, weft: Weft, orgSlug: string): Promise<string> {
  const { signal } = context;
  const started = await weft.call("start-sso-device", { body: { orgSlug } }, { signal });
  if (!isPending(started)) return tokenOf(started);
  printCode(context, started);
  const deadline = Date.now() + started.expiresInSeconds * 1000;
  let pending = started;
  while (Date.now() < deadline) {
    await delay(pending.intervalSeconds * 1000, undefined, { signal });
    const answer = await ask(weft, pending, signal);
    if (!isPending(answer)) return tokenOf(answer);
    pending = answer;
  }
  throw new CliError("Sign-in timed out.", { next: "Run the command again.", exitCode: exitCodes.notAllowed });
}

/** A lost connection does not stop the polling. */
async function ask(weft: Weft, pending: SsoDevice, signal: AbortSignal): Promise<LoginAnswer | SsoDevice> {
  const body = { deviceCode: pending.deviceCode };
  try {
    return await weft.call("start-sso-device", { body }, { signal });
  } catch (error) {
    if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) return pending;
    throw error;
  }
}

/** Also with --json: the user needs the code. */
function printCode({ terminal }: Context, pending: SsoDevice): void {
  const { verificationUri, verificationUriComplete, userCode, expiresInSeconds } = pending;
  const lines = [
    `Open ${verificationUri} on any device and enter the code ${userCode}`,
    ...(verificationUriComplete === undefined ? [] : [`or open ${verificationUriComplete}`]),
    `Waiting for up to ${Math.ceil(expiresInSeconds / 60)} minutes. Press Ctrl-C to cancel.`,
  ];
  terminal.err(lines.map((line) => `${safeText(line)}\n`).join(""));
}

function isPending(answer: LoginAnswer | SsoDevice): answer is SsoDevice {
  return "deviceCode" in answer;
}

function tokenOf({ accessToken = "" }: LoginAnswer): string {
  return accessToken;
}

type Surroundings = Pick<Terminal, "env" | "platform">;

/** Whether a browser on this machine is visible to the user. */
export function canOpenBrowser({ env, platform }: Surroundings): boolean {
  if (platform === "win32" || platform === "darwin") return !env["SSH_CONNECTION"];
  return Boolean(env["DISPLAY"] || env["WAYLAND_DISPLAY"]);
}

/** Best effort: the URL is printed too. */
export function openBrowser({ env, platform }: Surroundings, url: string): void {
  const [program, ...args] = opener(platform);
  const child = spawn(program, [...args, url], { env, stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}

function opener(platform: NodeJS.Platform): readonly [string, ...string[]] {
  switch (platform) {
    case "darwin":
      return ["open"];
    case "win32":
      // What start does; start itself is a shell command, which would interpret the & of the URL.
      return ["rundll32", "url.dll,FileProtocolHandler"];
    default:
      return ["xdg-open"];
  }
}
