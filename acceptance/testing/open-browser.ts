import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** The headless build starts faster and needs about half of the processor time. */
const executables = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

// Names resolve to this machine. Without the other flags a browser contacts its vendor at every start.
const quiet = [
  "--host-resolver-rules=MAP * 127.0.0.1",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export function openBrowser(): Promise<Browser> {
  const executablePath = executables.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error("Install chromium-headless-shell or chromium from Debian.");
  return chromium.launch({ executablePath, args: quiet });
}

let shared: Promise<Browser> | undefined;

/** The browser that the test files of a worker share. It ends with the worker. */
export function shareBrowser(): Promise<Browser> {
  shared ??= openBrowser();
  return shared;
}
