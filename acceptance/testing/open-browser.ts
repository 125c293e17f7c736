import { type Browser, chromium } from "playwright-core";

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
  return chromium.launch({ executablePath: "/usr/bin/chromium", args: quiet });
}
