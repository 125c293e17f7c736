import { type Browser, chromium } from "playwright-core";

// Names end at this machine. Without the others a browser calls its maker at every start.
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
