import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { weft } from "../testing/node-process.ts";
import { runWeft } from "../testing/run-weft.ts";

let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-completion-"));
  await symlink(weft, join(folder, "weft"));
  const profile = { baseUrl: "http://127.0.0.1:9/api", orgSlug: "acme", apiKey: "app:weft_secret" };
  const profiles = { current: "staging", profiles: { staging: profile, production: profile } };
  await writeFile(join(folder, "profiles.json"), JSON.stringify(profiles));
  const path = `${folder}:${dirname(process.execPath)}:${process.env["PATH"]}`;
  env = { PATH: path, WEFT_CONFIG_DIR: folder, HOME: folder };
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** The candidates of bash for this line, from the function of the script. */
function completeInBash(line: string): string[] {
  const script = `
    source <(weft completion bash)
    COMP_LINE=$1 COMP_POINT=\${#1}
    read -ra COMP_WORDS <<<"$1"
    COMP_CWORD=\${#COMP_WORDS[@]}
    _weft
    printf '%s\\n' "\${COMPREPLY[@]}"
    complete -p weft`;
  const output = execFileSync("bash", ["--norc", "-c", script, "bash", line], { env, encoding: "utf8" });
  const lines = output.trim().split("\n");
  expect(lines.pop()).toBe("complete -o default -F _weft weft");
  return lines.filter((candidate) => candidate !== "");
}

test.each([
  ["commands", "weft get", ["getApiKey"]],
  ["verbs", "weft keys r", ["rotate", "revoke"]],
  ["verbs of a noun alias", "weft api-keys ro", ["rotate"]],
  ["options", "weft login --pa", ["--password-stdin"]],
  ["values of an option", "weft keys create --preset ", ["read-only", "loader", "callback", "admin"]],
  ["values after =", "weft keys create --preset=l", ["loader"]],
  ["profiles by name", "weft whoami --profile p", ["production"]],
  ["profiles as arguments", "weft profiles use ", ["staging", "production"]],
  ["shells", "weft completion ", ["bash", "zsh", "fish"]],
  ["help topics", "weft help whoa", ["whoami"]],
  ["nothing if there are no candidates, so that bash offers files", "weft load ", []],
])("bash completes %s", (_name, line, words) => {
  expect(completeInBash(line)).toEqual(words);
});

test("an option already given is not offered again", () => {
  const offered = completeInBash("weft keys create --label x --");

  expect(offered).toContain("--expires");
  expect(offered).not.toContain("--label");
});

test("the tab key completes the word", async () => {
  const bash = spawn("script", ["-qec", "bash --norc --noprofile -i", "/dev/null"], { env: { ...env, TERM: "dumb" } });
  let shown = "";
  bash.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
  });
  bash.stdin.write("source <(weft completion bash); echo rea''dy\r");
  await waitUntil("the script is sourced", () => shown.includes("\nready"));

  bash.stdin.write("echo weft; weft profiles use prod\t");
  await waitUntil("the word is completed", () => shown.includes("weft profiles use production "));
  bash.stdin.write("\u0015exit\r");
  await once(bash, "close");
});

test("the script of each shell calls the command, and an unknown shell is rejected", async () => {
  const scripts = await Promise.all(["bash", "zsh", "fish"].map((shell) => runWeft(["completion", shell])));
  const other = await runWeft(["completion", "tcsh"]);

  expect(scripts.map(({ code, stdout }) => [code, stdout.includes("weft")])).toEqual(scripts.map(() => [0, true]));
  expect(scripts.every(({ stdout }) => stdout.includes("__complete --"))).toBe(true);
  expect(other.code).toBe(2);
  expect(other.stderr).toContain("bash, zsh, fish");
});

test("the completion words are not in the help, and no secret is ever offered", async () => {
  const help = await runWeft(["--help"]);
  const offered = await runWeft(["__complete", "--", "whoami", "--profile", ""], { env });

  expect(help.stdout).not.toContain("__complete");
  expect(offered.stdout).toBe("staging\t\nproduction\t\n");
});
