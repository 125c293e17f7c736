import { expect, test } from "vitest";
import { canOpenBrowser } from "./prove-by-sso.ts";

test.each([
  ["a Linux desktop", "linux", { DISPLAY: ":0" }, true],
  ["a Wayland desktop", "linux", { WAYLAND_DISPLAY: "wayland-0" }, true],
  ["a Linux server", "linux", {}, false],
  ["a Mac", "darwin", {}, true],
  ["a Mac over SSH", "darwin", { SSH_CONNECTION: "10.0.0.1 22" }, false],
  ["Windows", "win32", {}, true],
] as const)("browser availability: %s", (_name, platform, env, expected) => {
  expect(canOpenBrowser({ platform, env })).toBe(expected);
});
