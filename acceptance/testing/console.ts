import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { RunOptions } from "axe-core";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { expect, onTestFinished, TestRunner } from "vitest";
import { shareTestService, startTestService, type TestService } from "../../server/src/testing/test-service.ts";
import { shareBrowser } from "./open-browser.ts";
import { keyEnv, runWeft } from "./run-weft.ts";

/** A service with its console, and a browser. */
export interface Console {
  readonly service: TestService;
  readonly browser: Browser;
  /** A new page without a session. A page that a test opens is closed at its end. */
  open(options?: BrowserContextOptions): Promise<ConsolePage>;
  /** A new page at this address, signed in as the owner. All of them share a session. */
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
  /** Accessibility violations of the current page, in both themes; those of its content do not include the shell. */
  findBarriers(part?: "page" | "content"): Promise<string[]>;
  /** Fails on any of them. */
  expectAccessible(): Promise<void>;
}

interface ConsoleInput {
  /** With settings, even without any in them, the service and its database are not shared. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly isFilled?: boolean;
}

/** CONSOLE_FOLDER selects another build than that of the checkout. */
export async function openConsole(input: ConsoleInput = {}): Promise<Console> {
  const service = await openService(input);
  if (input.isFilled === true) {
    const { code, stderr } = await runWeft(["demo"], { env: keyEnv(service), timeoutMs: 240_000 });
    expect(code, stderr).toBe(0);
  }
  const browser = await shareBrowser();
  const contexts = new Set<BrowserContext>();
  const open = async (options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    contexts.add(context);
    // A page left open would continue to poll.
    if (TestRunner.getCurrentTest() !== undefined) onTestFinished(() => context.close());
    return openPage(context, service, options);
  };
  let session: BrowserContextOptions["storageState"];
  return {
    service,
    browser,
    open,
    async openSignedIn(path, options = {}) {
      if (session !== undefined) {
        const opened = await open({ ...options, storageState: session });
        await opened.goto(path);
        return opened;
      }
      const opened = await open(options);
      await opened.goto(`/sign-in?next=${encodeURIComponent(path)}`);
      await opened.signIn();
      await opened.page.waitForURL(`${service.address}${path}**`);
      session = await opened.page.context().storageState();
      return opened;
    },
    async close() {
      await Promise.all([...contexts].map((context) => context.close()));
      await service.stop();
    },
  };
}

function openService({ settings }: ConsoleInput): Promise<TestService> {
  const consoleFolder = process.env["CONSOLE_FOLDER"];
  const outbound = { WEFT_OUTBOUND_ALLOW: "127.0.0.0/8" };
  return settings === undefined && consoleFolder === undefined
    ? shareTestService(outbound)
    : startTestService({ ...outbound, ...settings }, undefined, consoleFolder === undefined ? {} : { consoleFolder });
}

async function openPage(
  context: BrowserContext,
  service: TestService,
  options: BrowserContextOptions,
): Promise<ConsolePage> {
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
    findBarriers: (part = "page") => findBarriers(page, part),
    async expectAccessible() {
      // A menu that is just closing has lost its items.
      await expect.poll(() => findBarriers(page, "page"), { message: page.url(), timeout: 15_000 }).toEqual([]);
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

/** A theme changes only colors: in the second one, only the rules about colors can have another result. */
const colorRules: RunOptions = { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } };

async function findBarriers(page: Page, part: "page" | "content"): Promise<string[]> {
  const exclude = part === "page" ? [] : [[".mantine-AppShell-header"], [".mantine-AppShell-navbar"]];
  await useTheme(page, "light");
  const light = await askAxe(page, exclude, {});
  await useTheme(page, "dark");
  const dark = await askAxe(page, exclude, colorRules);
  return [...light.map((barrier) => `light: ${barrier}`), ...dark.map((barrier) => `dark: ${barrier}`)];
}

/** Colors in transition have no stable contrast. A progress bar never stops moving. */
const settled = `Promise.all(document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished.catch(() => undefined)))`;

const axeSource = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The serious and critical violations that axe finds, each with its targets. */
async function askAxe(page: Page, exclude: string[][], options: RunOptions): Promise<string[]> {
  // Evaluated by the test and not by the page, whose policy blocks such a script.
  if ((await page.evaluate("typeof axe")) === "undefined") await page.evaluate(await axeSource);
  await page.evaluate(settled);
  return page.evaluate(
    async ([without, given]) => {
      const context = { include: [["html"]], exclude: without };
      // What axe would preload is only for rules about media, which are not serious.
      const { violations } = await axeOfPage().run(context, { resultTypes: ["violations"], preload: false, ...given });
      return violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .map(({ id, help, nodes }) => `${id}: ${help} at ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);

      function axeOfPage(): typeof import("axe-core") {
        return Reflect.get(globalThis, "axe");
      }
    },
    [exclude, options] as const,
  );
}
