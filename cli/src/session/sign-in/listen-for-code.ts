import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { CliError } from "../../frame/cli-error.ts";
import { exitCodes } from "../../frame/exit-codes.ts";

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
type Errand = { readonly code: string } | { readonly refusal: string };

type Visit = Errand & { readonly response: ServerResponse };

/** Listens on a free local port for the redirect of the browser. */
export async function listenForCode({ state, timeoutMs, signal }: Input): Promise<CodeListener> {
  signal.throwIfAborted();
  let welcome: (visit: Visit) => void = () => undefined;
  const visited = new Promise<Visit>((resolve) => {
    welcome = resolve;
  });
  const server = createServer((request, response) => {
    const errand = errandOf(request, state);
    if (errand === undefined) void answer(response, 400, "Unknown sign-in request. Start again with weft login --sso.");
    else welcome({ ...errand, response });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  return {
    port: address !== null && typeof address === "object" ? address.port : 0,
    async redeem(swap) {
      const { response, ...errand } = await inTime(visited, timeoutMs, signal);
      try {
        if ("refusal" in errand) throw new CliError(errand.refusal, { exitCode: exitCodes.notAllowed });
        const token = await swap(errand.code);
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

function errandOf(request: IncomingMessage, state: string): Errand | undefined {
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
