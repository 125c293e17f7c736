import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { startTestService, type TestService } from "../../server/src/testing/test-service.ts";
import { openBrowser } from "./open-browser.ts";
import { keyEnv, runWeft } from "./run-weft.ts";

/** A service with its console, and a browser. */
export interface Console {
  readonly service: TestService;
  readonly browser: Browser;
  /** A new page without a session. */
  open(options?: BrowserContextOptions): Promise<ConsolePage>;
  /** A new page at this address, signed in as the owner. */
  openSignedIn(path: string, options?: BrowserContextOptions): Promise<ConsolePage>;
  close(): Promise<void>;
}

export interface ConsolePage {
  readonly page: Page;
  goto(path: string): Promise<void>;
  /** Signs in with the first credentials, or those of another user. */
  signIn(person?: { readonly email: string; readonly password: string }): Promise<void>;
  /** The browser's complaints so far: errors, policy violations, calls to other hosts. */
  readonly complaints: string[];
  /** Fails on any complaint. */
  expectQuiet(): void;
  /** Accessibility violations of the current page, in both themes. */
  findBarriers(): Promise<string[]>;
  /** Fails on any of them. */
  expectAccessible(): Promise<void>;
}

/** CONSOLE_FOLDER selects another build than that of the checkout. */
export async function openConsole(
  input: { readonly settings?: Readonly<Record<string, string>>; readonly isFilled?: boolean } = {},
): Promise<Console> {
  const consoleFolder = process.env["CONSOLE_FOLDER"];
  const service = await startTestService(
    input.settings,
    undefined,
    consoleFolder === undefined ? {} : { consoleFolder },
  );
  if (input.isFilled === true) {
    const { code, stderr } = await runWeft(["demo"], { env: keyEnv(service), timeoutMs: 120_000 });
    expect(code, stderr).toBe(0);
  }
  const browser = await openBrowser();
  const open = (options: BrowserContextOptions = {}) => openPage(browser, service, options);
  return {
    service,
    browser,
    open,
    async openSignedIn(path, options) {
      const opened = await open(options);
      await opened.goto(`/sign-in?next=${encodeURIComponent(path)}`);
      await opened.signIn();
      await opened.page.waitForURL(`${service.address}${path}**`);
      return opened;
    },
    async close() {
      await browser.close();
      await service.stop();
    },
  };
}

async function openPage(browser: Browser, service: TestService, options: BrowserContextOptions): Promise<ConsolePage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  listen(page, options.baseURL ?? service.address, complaints);
  return {
    page,
    complaints,
    async goto(path) {
      await page.goto(`${service.address}${path}`);
    },
    async signIn({ email, password } = service.first) {
      await page.getByLabel("Organization").fill(service.first.orgSlug);
      await page.getByLabel("Email").fill(email);
      await page.getByRole("textbox", { name: "Password" }).fill(password);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("navigation", { name: "Pages" }).waitFor({ state: "attached" });
    },
    expectQuiet: () => expect(complaints).toEqual([]),
    findBarriers: () => findBarriers(page),
    async expectAccessible() {
      expect(await findBarriers(page), page.url()).toEqual([]);
    },
  };
}

/**
 * Expected error responses (a wrong password, a conflict) are logged by the browser, and are not errors of the page.
 */
const expectedRefusals = /Failed to load resource: the server responded with a status of 4\d\d/;

function listen(page: Page, address: string, complaints: string[]): void {
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !/^(data|blob):/.test(url)) complaints.push(`asked ${url}`);
  });
  page.on("console", (message) => {
    const isComplaint = message.type() === "error" || message.type() === "warning";
    if (isComplaint && !expectedRefusals.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
}

/** Until the user chooses, the console follows the system theme. */
async function useTheme(page: Page, scheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor({ state: "attached" });
}

async function findBarriers(page: Page): Promise<string[]> {
  return [...(await findBarriersIn(page, "light")), ...(await findBarriersIn(page, "dark"))];
}

async function findBarriersIn(page: Page, scheme: "light" | "dark"): Promise<string[]> {
  await useTheme(page, scheme);
  return (await askAxe(page)).map((barrier) => `${scheme}: ${barrier}`);
}

/** Colors in transition have no stable contrast. A progress bar never stops moving. */
const settled = `Promise.all(document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished.catch(() => undefined)))`;

/** The serious and critical violations that axe finds, each with its targets. */
async function askAxe(page: Page): Promise<string[]> {
  const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  // Evaluated by the test and not by the page, whose policy blocks such a script.
  await page.evaluate(axe);
  await page.evaluate(settled);
  return page.evaluate(async () => {
    const { violations } = await axeOfPage().run({ resultTypes: ["violations"] });
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, help, nodes }) => `${id}: ${help} at ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);

    function axeOfPage(): typeof import("axe-core") {
      return Reflect.get(globalThis, "axe");
    }
  });
}
