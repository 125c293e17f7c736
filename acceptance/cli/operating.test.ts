import { expect, test } from "vitest";
import { runWeft } from "../testing/run-weft.ts";

test.each([
  ["serve"],
  ["migrate"],
  ["doctor"],
  ["health"],
  ["admin", "orgs", "create"],
  ["admin", "users", "create"],
  ["admin", "users", "reset-password"],
  ["admin", "keys", "create"],
  ["admin", "keys", "revoke"],
  ["admin", "tokens", "create"],
  ["admin", "secrets", "status"],
  ["admin", "secrets", "rotate"],
  ["admin", "secrets", "reset"],
  ["admin", "jobs", "list"],
  ["admin", "jobs", "retry"],
  ["admin", "backup"],
  ["admin", "restore"],
])("weft %s %s %s has help with examples", async (...words) => {
  const { code, stdout } = await runWeft([...words, "--help"]);

  expect(code).toBe(0);
  expect(stdout).toContain(`Examples:\n  weft ${words.join(" ")}`);
});

test.each([[["admin", "nope"]], [["serve", "--nope"]], [["admin", "keys", "create"]]])(
  "%j is a usage error: 2",
  async (words) => {
    const { code, stderr } = await runWeft(words);

    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: /);
  },
);
