import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { tasksOfChanges, tasksOfLists, taskWindow } from "../acceptance/testing/console-tasks/all-tasks.ts";
import {
  apparel,
  type ConsoleTask,
  performTask,
  picturesVisible,
  type TaskStage,
} from "../acceptance/testing/console-tasks/console-task.ts";
import { openBrowser } from "../acceptance/testing/open-browser.ts";
import { runWeft } from "../acceptance/testing/run-weft.ts";
import { type BenchWorld, inBenchWorld } from "./bench-world.ts";
import { describeMachine, type ResultLine, writeResults } from "./results.ts";
import { percentile } from "./times.ts";

const rounds = 5;
const pictureCount = 20;
const pictureBarMs = 1_500;
const frameBarMs = 50;
const scriptBarKb = 350;
const manyRows = 100_000;

/** The tasks of a person in the console, with a real browser on demo data, and scrolling of a long list. */
export async function benchConsole(): Promise<void> {
  await inBenchWorld(async (world) => {
    const { address } = await world.startService();
    const browser = await openBrowser();
    try {
      const desk = await openDesk({ world, address, browser });
      const lines: ResultLine[] = [];
      for (const task of [...tasksOfLists, ...tasksOfChanges].sort((one, other) => one.number - other.number)) {
        lines.push(await measureTask(task, desk.stage));
      }
      lines.push(await measurePictures(desk), await measureFrames(desk, world), await measureScript());
      writeResults("Console", describeMachine({ rounds }), lines);
    } finally {
      await browser.close();
    }
  });
}

interface Place {
  readonly world: BenchWorld;
  readonly address: string;
  readonly browser: Browser;
}

/** An organization with demo data, and who works in it. */
interface Desk {
  readonly stage: TaskStage;
  /** A page without a cache, signed in. */
  openNew(): Promise<Page>;
}

const password = "correct horse battery";

async function openDesk({ world, address, browser }: Place): Promise<Desk> {
  const key = world.headers["x-api-key"] ?? "";
  const env = { WEFT_API_KEY: key, WEFT_ORG: "demo", WEFT_BASE_URL: `${address}/api` };
  const { code, stderr } = await runWeft(["demo"], { env, timeoutMs: 300_000 });
  if (code !== 0) throw new Error(stderr);
  const call: TaskStage["call"] = async (method, path, body) => {
    const headers = { ...world.headers, ...(body === undefined ? {} : { "content-type": "application/json" }) };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${address}/api${path}`, { method, headers, ...sent });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${text.slice(0, 500)}`);
    return text === "" ? undefined : JSON.parse(text);
  };
  const signIn = async (role: "admin" | "viewer") => {
    const email = `${role}@demo.example`;
    await call("POST", "/users", { email, name: role, role, password });
    const page = await openPage(browser);
    await page.goto(`${address}/sign-in`);
    await page.getByLabel("Organization").fill("demo");
    await page.getByLabel("Email").fill(email);
    await page.getByRole("textbox", { name: "Password" }).fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("navigation", { name: "Pages" }).waitFor();
    return page;
  };
  const page = await signIn("admin");
  const goto = async (path: string) => void (await page.goto(`${address}${path}`));
  let colleague: Promise<Page> | undefined;
  const stage: TaskStage = {
    page,
    goto,
    call,
    colleague() {
      colleague ??= signIn("viewer");
      return colleague;
    },
  };
  return {
    stage,
    openNew: async () => openPage(browser, { storageState: await page.context().storageState() }),
  };
}

async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: taskWindow, ...options });
  return context.newPage();
}

/** After one round by keyboard. Until the result shows: from the last act, or for each of the acts that it repeats. */
async function measureTask(task: ConsoleTask, stage: TaskStage): Promise<ResultLine> {
  const { number, name, actsMax, secondsMax, repeats = 1 } = task;
  const { acts: keys } = await performTask(task, stage, "keyboard");
  const ends: number[] = [];
  const sums: number[] = [];
  let mouse = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { acts, waitsMs } = await performTask(task, stage, "mouse");
    const sum = waitsMs.reduce((total, wait) => total + wait, 0);
    mouse = acts;
    ends.push(repeats === 1 ? (waitsMs.at(-1) ?? 0) : sum / repeats);
    sums.push(sum);
  }
  const p95 = percentile(ends, 95);
  return {
    name: `${number}. ${name}${repeats === 1 ? "" : " (each)"}: ${mouse} of ${actsMax} acts, ${keys} by keyboard`,
    value: `p95 ${seconds(p95)}`,
    spread: `p50 ${seconds(percentile(ends, 50))}; all waits p95 ${seconds(percentile(sums, 95))}`,
    ofBar: (secondsMax * 1_000) / p95,
  };
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`;
}

/** From the address to the pictures in the window. */
async function measurePictures({ stage, openNew }: Desk): Promise<ResultLine> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const page = await openNew();
    const before = performance.now();
    await page.goto(new URL(apparel, stage.page.url()).href);
    await untilTrue(page, picturesVisible(pictureCount));
    times.push(performance.now() - before);
    await page.context().close();
  }
  return {
    name: `${pictureCount} pictures visible without a cache, script included`,
    value: `p50 ${seconds(percentile(times, 50))}`,
    spread: `p95 ${seconds(percentile(times, 95))}`,
    ofBar: pictureBarMs / percentile(times, 95),
  };
}

async function untilTrue(page: Page, expression: string): Promise<void> {
  await page.evaluate(`(async () => {
    while (!(${expression})) await new Promise((next) => requestAnimationFrame(next));
  })()`);
}

const wheels = 150;
const wheelPixels = 800;

/** The times between frames while a long list is scrolled by the wheel, and by jumps. */
async function measureFrames({ stage, openNew }: Desk, world: BenchWorld): Promise<ResultLine> {
  await world.client.query(
    `insert into entities (org_id, entity_type, id, type_path, name, properties)
     select $1, 'color', 'Z' || lpad(n::text, 15, '0'), 'color', 'Color ' || n, jsonb_build_object('hex', 'aabbcc')
     from generate_series(1, ${manyRows}) n`,
    [world.orgId],
  );
  await world.client.query("vacuum analyze entities");
  const page = await openNew();
  await page.goto(new URL("/entities/colors", stage.page.url()).href);
  await page.getByRole("row").nth(5).getByRole("link").waitFor();
  await page.evaluate(`(() => {
    window.frames_ = [];
    let last = performance.now();
    const next = (now) => { window.frames_.push(now - last); last = now; requestAnimationFrame(next); };
    requestAnimationFrame(next);
  })()`);
  const box = await page.getByRole("grid").boundingBox();
  await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 200);
  for (let wheel = 0; wheel < wheels; wheel += 1) await page.mouse.wheel(0, wheelPixels);
  for (const share of [0.5, 0.9, 0.1, 0.7, 0]) {
    await page.evaluate(`(() => {
      const box = document.querySelector("[role$=grid]").parentElement;
      box.scrollTop = ${share} * (box.scrollHeight - box.clientHeight);
    })()`);
    await untilTrue(page, `document.querySelector("tr[aria-busy]") === null`);
  }
  const frames = await page.evaluate<number[]>("window.frames_");
  const long = frames.filter((frame) => frame > frameBarMs).length;
  const longest = Math.max(...frames);
  return {
    name: `longest frame while scrolling ${manyRows.toLocaleString("en")} rows`,
    value: `${Math.round(longest)} ms`,
    spread: `${long} of ${frames.length.toLocaleString("en")} over ${frameBarMs} ms`,
    ofBar: frameBarMs / longest,
  };
}

/** What a page loads before it shows anything: the scripts in its head, compressed. */
async function measureScript(): Promise<ResultLine> {
  const folder = new URL("../console/dist/", import.meta.url);
  const page = await readFile(new URL("index.html", folder), "utf8");
  const scripts = [...page.matchAll(/(?:src|href)="\/?([^"]+\.js)"/g)].map(([, path = ""]) => path);
  const sizes = await Promise.all(
    scripts.map(async (path) => gzipSync(await readFile(fileURLToPath(new URL(path, folder))), { level: 9 }).length),
  );
  const kb = sizes.reduce((sum, size) => sum + size, 0) / 1_000;
  return { name: "initial script, gzip", value: `${Math.round(kb)} kB`, spread: "", ofBar: scriptBarKb / kb };
}
