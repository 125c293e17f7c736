import { expect, test } from "vitest";
import { listenForCode } from "./prove-by-sso.ts";

const state = "the state";

test("waiting for the browser times out", async () => {
  const listener = await listenForCode({ state, timeoutMs: 20, signal: new AbortController().signal });

  const redeemed = listener.redeem(async () => "token");

  await expect(redeemed).rejects.toMatchObject({ name: "CliError", exitCode: 4, message: /timed out/ });
  listener.close();
});

test("an interrupt stops the wait with its reason", async () => {
  const stopping = new AbortController();
  const listener = await listenForCode({ state, timeoutMs: 60_000, signal: stopping.signal });

  const redeemed = listener.redeem(async () => "token");
  stopping.abort();

  await expect(redeemed).rejects.toMatchObject({ name: "AbortError" });
  listener.close();
});

test("only local requests to the callback are answered", async () => {
  const listener = await listenForCode({ state, timeoutMs: 60_000, signal: new AbortController().signal });
  const address = `http://127.0.0.1:${listener.port}`;

  const elsewhere = await fetch(`${address}/other?code=c&state=the+state`);
  const posted = await fetch(`${address}/callback?code=c&state=the+state`, { method: "POST" });
  const swapped: string[] = [];
  const redeemed = listener.redeem(async (code) => {
    swapped.push(code);
    return `token for ${code}`;
  });
  const page = await fetch(`${address}/callback?code=c&state=the+state`);

  expect([elsewhere.status, posted.status, page.status]).toEqual([400, 400, 200]);
  expect(page.headers.get("cache-control")).toBe("no-store");
  expect(await redeemed).toBe("token for c");
  expect(swapped).toEqual(["c"]);
  listener.close();
});

test("a denied sign-in stops the wait with the reason", async () => {
  const listener = await listenForCode({ state, timeoutMs: 60_000, signal: new AbortController().signal });
  const redeemed = listener.redeem(async () => "token").catch((error: unknown) => error);

  const query = new URLSearchParams({ error: "sso-failed", error_description: "There is no account.", state });
  const page = await fetch(`http://127.0.0.1:${listener.port}/callback?${query}`);

  expect(page.status).toBe(502);
  expect(await redeemed).toMatchObject({ name: "CliError", exitCode: 4, message: "There is no account." });
  listener.close();
});
