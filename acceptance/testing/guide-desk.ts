import { execFile, execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import ts from "typescript";
import { buildKey, buildOrg } from "../../server/src/testing/builders.ts";
import type { TestService } from "../../server/src/testing/test-service.ts";
import { weft } from "./node-process.ts";
import type { Block } from "./read-blocks.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

/** A folder to run the commands of a guide in, with its own organization. */
export interface GuideDesk {
  readonly folder: string;
  /** Runs the blocks one after the other and returns the output. Fails at the first command that fails. */
  type(blocks: readonly Block[]): Promise<string>;
  /** The curl calls that the service rejected, such as "409 POST /external-events/callback/". */
  refusals(): Promise<string[]>;
  clear(): Promise<void>;
}

/** An operator's desk has only a machine; the others have a running service and a key. */
export async function openGuideDesk(service: TestService, who: "user" | "operator" = "user"): Promise<GuideDesk> {
  const folder = await mkdtemp(join(tmpdir(), "weft-guide-"));
  const org = await buildOrg(service);
  const { apiKey } = await buildKey(service, org);
  const baseUrl = `${service.address}/api`;
  await mkdir(join(folder, "data"));
  await writeFile(join(folder, "data/first-credentials.json"), JSON.stringify({ baseUrl, orgSlug: org.slug, apiKey }));
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  await putPrograms(folder);
  const machine = { PATH: `${folder}/bin:${process.env["PATH"] ?? ""}`, HOME: folder, SHUTDOWN_DELAY: "0" };
  const env = {
    ...machine,
    ...{ KEY: apiKey, ORG: org.slug, API: baseUrl },
    ...{ WEFT_API_KEY: apiKey, WEFT_ORG: org.slug, WEFT_BASE_URL: baseUrl },
  };
  return {
    folder,
    async type(blocks) {
      const script = ["set -e", ...blocks.map(toShell)].join("\n");
      const options = { cwd: folder, env: who === "operator" ? machine : env, timeout: 170_000 };
      const { stdout } = await run("bash", ["-c", script], options);
      return stdout;
    },
    async refusals() {
      const calls = await readFile(join(folder, "calls.log"), "utf8").catch(() => "");
      // A starting service is polled until it is ready.
      const refused = calls.split("\n").filter((line) => /^[45]/.test(line) && !line.endsWith("/health/ready"));
      return refused.map((line) => line.replace(baseUrl, ""));
    },
    clear: () => rm(folder, { recursive: true, force: true }),
  };
}

/** weft as built, and a curl that records the status of each call. */
async function putPrograms(folder: string): Promise<void> {
  const curl = execFileSync("sh", ["-c", "command -v curl"], { encoding: "utf8" }).trim();
  const programs = {
    weft: `exec "${process.execPath}" "${weft}" "$@"`,
    curl: `exec ${curl} -w '%{stderr}%{http_code} %{method} %{url}\\n' "$@" 2>> "${folder}/calls.log"`,
  };
  await mkdir(join(folder, "bin"));
  for (const [name, line] of Object.entries(programs)) {
    await writeFile(join(folder, "bin", name), `#!/bin/sh\n${line}\n`);
    await chmod(join(folder, "bin", name), 0o755);
  }
}

/** A program is written to a file, which is run in its turn. */
function toShell({ language, line, text }: Block): string {
  if (language === "sh") {
    return text;
  }
  const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  const program = language === "ts" ? ts.transpileModule(text, { compilerOptions: options }).outputText : text;
  return `cat > line-${line}.mjs <<'END-OF-PROGRAM'\n${program}\nEND-OF-PROGRAM\nnode line-${line}.mjs`;
}
