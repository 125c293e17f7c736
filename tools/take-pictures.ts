// Takes the pictures of docs/images: starts the built service in its own folder, fills it as weft demo does, and opens
// every page of the console in both themes. Run manually: npm run pictures.
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { startNode } from "../acceptance/testing/node-process.ts";
import { openBrowser } from "../acceptance/testing/open-browser.ts";
import { readCredentials } from "../acceptance/testing/own-database.ts";
import { runWeft } from "../acceptance/testing/run-weft.ts";
import { listPictures, type PictureInput } from "./picture-pages.ts";

const images = fileURLToPath(new URL("../docs/images", import.meta.url));
const [width, height] = [1200, 750];

interface Service {
  readonly address: string;
  readonly credentials: { orgSlug: string; apiKey: string; email: string; password: string };
}

async function takePictures(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "weft-pictures-"));
  const node = await startNode({
    env: { DATA_DIR: folder, WEFT_RATE_LIMIT: "off", WEFT_OUTBOUND_ALLOW: "127.0.0.0/8" },
  });
  const browser = await openBrowser();
  try {
    const service = { address: node.address, credentials: await readCredentials(folder) };
    await fill(service);
    await mkdir(images, { recursive: true });
    await takeSignIn(browser, service);
    const pictures = await listPictures((path) => find(service, path));
    for (const theme of ["light", "dark"] as const) {
      await takeTheme(browser, service, theme, pictures);
    }
  } finally {
    await browser.close();
    await node.end("SIGTERM");
    await rm(folder, { recursive: true, force: true });
  }
}

/** The demo's collection, a webhook that sometimes fails, and a consumer with a lag. */
async function fill(service: Service): Promise<void> {
  const { apiKey, orgSlug } = service.credentials;
  const env = { WEFT_API_KEY: apiKey, WEFT_ORG: orgSlug, WEFT_BASE_URL: `${service.address}/api` };
  const weft = async (...args: string[]) => {
    const { code, stdout, stderr } = await runWeft(args, { env, timeoutMs: 180_000 });
    if (code !== 0) throw new Error(`weft ${args.join(" ")}: ${stderr}`);
    return stdout;
  };
  await weft("demo");
  let calls = 0;
  const receiver = createServer((_request, response) => {
    calls += 1;
    response.writeHead(calls % 7 === 0 ? 503 : 204).end();
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const bound = receiver.address();
  const port = typeof bound === "object" && bound !== null ? bound.port : 0;
  await call(service, "POST", "/webhooks", {
    description: "ERP",
    url: `http://127.0.0.1:${port}/weft`,
    events: ["item|update"],
    auth: { type: "hmac" },
  });
  await call(service, "PUT", "/change-consumers/erp", { cursor: "now" });
  const { results } = await call(service, "GET", '/items?criteria={"role":"family"}&limit=40');
  for (const [index, { id }] of results.entries()) {
    await call(service, "PUT", `/items/${id}`, { retailPrice: 40 + index });
  }
  await waitForNone(service, '/webhook-deliveries?criteria={"status":"pending"}&limit=5');
  await waitForNone(service, '/files?criteria={"pictureStatus":"pending"}&limit=5');
  receiver.close();
}

async function waitForNone(service: Service, path: string): Promise<void> {
  for (;;) {
    const { results } = await call(service, "GET", path);
    if (results.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

// biome-ignore lint/suspicious/noExplicitAny: An unexpected shape ends the run.
async function call({ address, credentials }: Service, method: string, path: string, body?: object): Promise<any> {
  const answer = await fetch(`${address}/api${path}`, {
    method,
    headers: { "x-api-key": credentials.apiKey, "x-api-org": credentials.orgSlug, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function find(service: Service, path: string) {
  const { results } = await call(service, "GET", path);
  if (results[0] === undefined) throw new Error(`Nothing found at ${path}.`);
  return results[0];
}

async function takeSignIn(browser: Browser, { address }: Service): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme });
    await page.goto(`${address}/sign-in?org=demo`);
    await page.getByRole("heading", { name: "Sign in to Weft" }).waitFor();
    await page.screenshot({ path: join(images, `sign-in-${colorScheme}.png`) });
    await page.close();
  }
}

async function takeTheme(
  browser: Browser,
  { address, credentials }: Service,
  colorScheme: "light" | "dark",
  pictures: readonly PictureInput[],
): Promise<void> {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme });
  const { orgSlug, email, password } = credentials;
  await context.request.post(`${address}/api/login`, { data: { orgSlug, email, password, grant: "session" } });
  const page = await context.newPage();
  for (const { name, path, awaits } of pictures) {
    await page.goto(`${address}${path}`, { waitUntil: "networkidle" });
    await page.getByText(awaits).first().waitFor({ timeout: 10_000 });
    await page.waitForFunction("[...document.images].every(({ complete }) => complete)");
    await page.screenshot({ path: join(images, `${name}-${colorScheme}.png`), animations: "disabled" });
    console.log(`${name}-${colorScheme}.png`);
  }
  await context.close();
}

await takePictures();
