import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  addAccount,
  buildSignOnOrg,
  finishForms,
  type SignOnOrg,
  type SignOnWorld,
  signOn,
  startSignOnWorld,
} from "../../server/src/access/sign-on/testing/sign-on-world.ts";
import { TestBrowser } from "../../server/src/access/sign-on/testing/test-browser.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { runWeft, startWeft } from "../testing/run-weft.ts";

let world: SignOnWorld;
let signOnOrg: SignOnOrg;
let folder: string;
let openedFile: string;
let baseUrl: string;
let env: Record<string, string>;

beforeAll(async () => {
  world = await startSignOnWorld();
  signOnOrg = await buildSignOnOrg(world, { defaultRole: "viewer" });
  baseUrl = `${world.service.address}/api`;
  folder = await mkdtemp(join(tmpdir(), "weft-sso-"));
  openedFile = join(folder, "opened");
  await writeFile(join(folder, "xdg-open"), `#!/bin/sh\nprintf '%s' "$1" > '${openedFile}'\n`);
  await chmod(join(folder, "xdg-open"), 0o755);
});

afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  await rm(openedFile, { force: true });
  // The only program on the path is the browser of the test.
  env = { WEFT_CONFIG_DIR: await mkdtemp(join(folder, "config-")), PATH: folder };
});

/** Starts a sign-in, as a local user or over SSH. */
function startLogin({ hasDisplay }: { readonly hasDisplay: boolean }) {
  const args = ["login", "--sso", "--org", signOnOrg.org.slug, "--base-url", baseUrl, "--json"];
  return startWeft(args, { env: { ...env, ...(hasDisplay ? { DISPLAY: ":99" } : {}) } });
}

async function addressOf(login: ReturnType<typeof startLogin>): Promise<URL> {
  await login.printed(/Press Ctrl-C to cancel/);
  return new URL(/^http\S+\/sso\/\S+$/m.exec(login.stderr())?.[0] ?? "");
}

test("a browser on the machine completes the sign-in", async () => {
  const account = addAccount(world);
  const login = startLogin({ hasDisplay: true });
  const address = await addressOf(login);
  await waitUntil("the browser is opened", async () => (await readFile(openedFile, "utf8").catch(() => "")) !== "");

  const page = await signOn(new TestBrowser(), address.href, account.sub);
  const run = await login.ended;
  const who = await runWeft(["whoami"], { env });

  expect(await readFile(openedFile, "utf8")).toBe(address.href);
  expect(page.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback\?/);
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining("You can close this page.") });
  expect(run.code).toBe(0);
  expect(JSON.parse(run.stdout)).toMatchObject({
    actor: { email: account.email },
    org: { slug: signOnOrg.org.slug },
    credential: { type: "access-token" },
    profile: "default",
  });
  expect(who.stdout).toContain("viewer");
});

test("a code without the state is ignored, and the wait continues", async () => {
  const account = addAccount(world);
  const login = startLogin({ hasDisplay: true });
  const address = await addressOf(login);
  const callback = `http://127.0.0.1:${address.searchParams.get("loopbackPort")}/callback`;

  const forged = await Promise.all([fetch(`${callback}?code=forged&state=guessed`), fetch(`${callback}?code=forged`)]);
  const page = await signOn(new TestBrowser(), address.href, account.sub);
  const run = await login.ended;

  expect(forged.map(({ status }) => status)).toEqual([400, 400]);
  expect(page.status).toBe(200);
  expect(run.code).toBe(0);
});

test("an unknown code is reported in the browser and in the terminal", async () => {
  const login = startLogin({ hasDisplay: true });
  const { searchParams } = await addressOf(login);
  const callback = `http://127.0.0.1:${searchParams.get("loopbackPort")}/callback`;

  const page = await fetch(`${callback}?${new URLSearchParams({ code: "x", state: searchParams.get("state") ?? "" })}`);
  const run = await login.ended;

  expect(page.status).toBe(502);
  expect(await page.text()).toContain("See the terminal for the reason.");
  expect(run.code).toBe(4);
  expect(JSON.parse(run.stderr.slice(run.stderr.indexOf("{")))).toMatchObject({ error: { code: "sso-failed" } });
});

test("without a display, a code is shown and entered on another device", async () => {
  const account = addAccount(world);
  const login = startLogin({ hasDisplay: false });
  await login.printed(/enter the code \S+/);
  const complete = /or open (\S+)/.exec(login.stderr())?.[1] ?? "";

  const browser = new TestBrowser();
  const page = await finishForms(browser, await browser.open(complete), account.sub);
  const run = await login.ended;

  expect(login.stderr()).toContain(`Open ${world.provider.issuer}/device`);
  expect(page.text).toContain("Sign-in Success");
  expect(run.code).toBe(0);
  expect(JSON.parse(run.stdout)).toMatchObject({
    actor: { email: account.email },
    credential: { type: "access-token" },
  });
});

test("Ctrl-C stops the wait, in both flows", async () => {
  const loopback = startLogin({ hasDisplay: true });
  const device = startLogin({ hasDisplay: false });
  await Promise.all([loopback.printed(/Press Ctrl-C to cancel/), device.printed(/Press Ctrl-C to cancel/)]);

  const runs = await Promise.all([loopback.end("SIGINT"), device.end("SIGINT")]);

  expect(runs.map(({ code }) => code)).toEqual([130, 130]);
});

test("a missing organization, or one without single sign-on, is reported before a browser opens", async () => {
  const unknown = ["login", "--sso", "--org", "no-such-org", "--base-url", baseUrl];
  const without = ["login", "--sso", "--org", world.service.first.orgSlug, "--base-url", baseUrl];

  const runs = await Promise.all([
    runWeft(unknown, { env: { ...env, DISPLAY: ":99" } }),
    runWeft([...unknown, "--no-browser"], { env: { ...env, DISPLAY: ":99" } }),
    runWeft(without, { env: { ...env, WAYLAND_DISPLAY: "wayland-0" } }),
  ]);

  expect(runs.map(({ code, stdout }) => [code, stdout])).toEqual([
    [3, ""],
    [3, ""],
    [3, ""],
  ]);
  expect(runs[0]?.stderr).toContain("no-such-org");
  await expect(readFile(openedFile)).rejects.toThrow("ENOENT");
});
