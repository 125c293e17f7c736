import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeSigningSecret, signMessage } from "../../server/src/platform/outbound/message-auth.ts";
import { startTestService, type TestService } from "../../server/src/testing/test-service.ts";
import { openBrowser } from "../testing/open-browser.ts";

/** The client as the page loads it: only code inside evaluate may use it. */
declare const weft: typeof import("../../client/src/index.ts");

let pages: Server;
let port: number;
let service: TestService;
let browser: Browser;
let bundle: string;

beforeAll(async () => {
  bundle = await bundleClient();
  pages = createServer((request, response) => {
    const isScript = request.url === "/weft.js";
    response.writeHead(200, { "content-type": isScript ? "text/javascript" : "text/html; charset=utf-8" });
    response.end(isScript ? bundle : '<!doctype html><title>Shop</title><script src="/weft.js"></script>');
  }).listen(0, "127.0.0.1");
  await once(pages, "listening");
  port = portOf(pages);
  const origins = `http://127.0.0.1:${port},http://shop.example:${port}`;
  service = await startTestService({ WEFT_CORS_ORIGINS: origins });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await service.stop();
  pages.close();
});

/** One script for a page, with only the platform-independent code. */
async function bundleClient(): Promise<string> {
  const { outputFiles, warnings } = await build({
    entryPoints: [fileURLToPath(new URL("../../client/src/index.ts", import.meta.url))],
    bundle: true,
    platform: "browser",
    format: "iife",
    globalName: "weft",
    write: false,
    logLevel: "silent",
  });
  expect(warnings).toEqual([]);
  return outputFiles[0]?.text ?? "";
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A server on a port has an address with one.");
  return address.port;
}

function credentials() {
  const { apiKey, orgSlug, email, password } = service.first;
  return { apiKey, orgSlug, email, password, baseUrl: `${service.address}/api` };
}

async function openPage(host: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`http://${host}:${port}/`);
  return page;
}

test("a page of another origin signs in, creates, lists, polls its changes, and deletes", async () => {
  const page = await openPage("127.0.0.1");

  const outcome = await page.evaluate(async ({ email, password, orgSlug, baseUrl }) => {
    const { changes, entities, login, ApiError } = weft;
    const who = await login({ email, password, orgSlug, baseUrl });
    const { id, version } = await entities.create({ entityName: "item", object: { name: "Größe", price: 7 } });
    await entities.update({ entityName: "item", id, body: { price: 8 }, ifMatch: version });
    const { results } = await entities.list({ entityName: "item", criteria: { name: "Größe" } });
    const polled: string[] = [];
    for await (const { action } of changes.poll({ entityType: "item", follow: false })) polled.push(action);
    const exported: string[] = [];
    for await (const { action } of changes.export({ entityType: "item" })) exported.push(action);
    const refused = await entities.get({ entityName: "item", id: "nobody" }).catch((error: unknown) => error);
    const reported = refused instanceof ApiError ? [refused.status, refused.code, refused.requestId !== ""] : refused;
    await entities.delete({ entityName: "item", id });
    return { org: who.org.slug, prices: results.map(({ price }) => price), polled, exported, reported };
  }, credentials());

  const actions = ["create", "update"];
  expect(outcome).toEqual({
    org: service.first.orgSlug,
    prices: [8],
    polled: actions,
    exported: actions,
    reported: [404, "not-found", true],
  });
});

test("a page uploads a large File in chunks, downloads it with its name, and loads another", async () => {
  const page = await openPage("127.0.0.1");

  const outcome = await page.evaluate(async ({ apiKey, orgSlug, baseUrl }) => {
    const { files, loader } = new weft.Weft({ apiKey, orgSlug, baseUrl });
    const bytes = new Uint8Array(9 * 1024 * 1024).map((_, index) => index % 251);
    const sent: number[] = [];
    const file = new File([bytes], "größe.bin");
    const { id } = await files.upload({ file, onProgress: (progress) => sent.push(progress.sent) });
    const download = await files.download({ id });
    const read = await download.bytes();
    const isSame = read.length === bytes.length && read.every((byte, index) => byte === bytes[index]);
    const federatedMappings = { itemFamilyFederatedId: "s", name: "s" };
    const load = await loader.run({ config: { loadType: ["ITEM"], federatedMappings }, file: "s\nP-1\n" });
    return { sent, isSame, fileName: download.fileName, size: download.size, status: load.status };
  }, credentials());

  const [piece, size] = [8 * 1024 * 1024, 9 * 1024 * 1024];
  expect(outcome).toEqual({ sent: [0, piece, size], isSame: true, fileName: "größe.bin", size, status: "completed" });
});

test("a page verifies a webhook's message", async () => {
  const page = await openPage("127.0.0.1");
  const secret = makeSigningSecret();
  const body = JSON.stringify({ id: "a", type: "item|create", data: { name: "Größe" } });
  const timestampSeconds = Math.floor(Date.now() / 1_000);
  const headers = signMessage({ id: "a", timestampSeconds, body, secrets: [secret] });

  const types = await page.evaluate(
    async (message) => {
      const trusted = await weft.verifyWebhook(message);
      const forged = await weft.verifyWebhook({ ...message, body: "{}" }).catch(({ reason }) => reason);
      return [trusted.type, forged];
    },
    { headers, body, secret },
  );

  expect(types).toEqual(["item|create", "wrong-signature"]);
});

test("a page without https, which lacks some browser APIs, can still create entities", async () => {
  const page = await openPage("shop.example");

  const outcome = await page.evaluate(async ({ apiKey, orgSlug, baseUrl }) => {
    const { entities } = new weft.Weft({ apiKey, orgSlug, baseUrl });
    const { name } = await entities.create({ entityName: "item", object: { name: "Insecure" } });
    return { name, hasAll: "randomUUID" in crypto };
  }, credentials());

  expect(outcome).toEqual({ name: "Insecure", hasAll: false });
});

test("a service that cannot be reached, or does not allow the page, is an ApiError", async () => {
  const page = await openPage("elsewhere.example");

  const reported = await page.evaluate(async ({ apiKey, orgSlug, baseUrl }) => {
    const session = new weft.Weft({ apiKey, orgSlug, baseUrl, retries: 0 });
    const error = await session.call("whoami").catch((one: unknown) => one);
    return error instanceof weft.ApiError ? { status: error.status, code: error.code } : String(error);
  }, credentials());

  expect(reported).toEqual({ status: 0, code: "unreachable" });
});
