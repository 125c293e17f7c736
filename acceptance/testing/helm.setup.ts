import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** The program helm; only for the tests of the chart. */
    helm: string;
  }
}

const version = "v3.22.0";

/** The helm of this machine, or one built with Go. A build takes minutes, so it is kept for the next run. */
export default function provideHelm(project: TestProject): void {
  project.provide("helm", isInstalled("helm") ? "helm" : buildHelm());
}

function isInstalled(program: string): boolean {
  return spawnSync(program, ["version"]).error === undefined;
}

function buildHelm(): string {
  const folder = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), `weft/helm-${version}`);
  const program = join(folder, "helm");
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    execFileSync("go", ["install", "-ldflags=-s -w", `helm.sh/helm/v3/cmd/helm@${version}`], {
      env: { ...process.env, GOBIN: folder, CGO_ENABLED: "0" },
      stdio: "inherit",
    });
  }
  return program;
}
