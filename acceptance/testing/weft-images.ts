import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { makeBaseImage, Podman } from "./containers.ts";
import { freePort } from "./free-port.ts";

const run = promisify(execFile);
export const root = fileURLToPath(new URL("../..", import.meta.url));

interface StartOptions {
  readonly commit?: string;
  readonly volume: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly options?: readonly string[];
  readonly args?: readonly string[];
}

export interface Container {
  readonly name: string;
  readonly address: string;
  readonly readyMs: number;
}

export const imageOf = (commit: string) => `localhost/weft-test:${commit}`;

/** Images of this checkout, and containers of them. All are removed at the end. */
export class WeftImages {
  readonly podman: Podman;
  readonly volumes = new Set<string>();
  readonly #names = new Set<string>();
  readonly #commits = new Set<string>();

  private constructor(podman: Podman) {
    this.podman = podman;
  }

  static async open(): Promise<WeftImages> {
    return new WeftImages(await Podman.open());
  }

  /**
   * As npm run image does, with the packages that this machine has downloaded already. Containers are started from the
   * first image unless they name another.
   */
  async build(commit: string): Promise<void> {
    this.#commits.add(commit);
    const base = await makeBaseImage(this.podman);
    const cache = (await run("npm", ["config", "get", "cache"])).stdout.trim();
    const options = ["--network=host", `--volume=${cache}:/root/.npm`, `--build-arg=NODE_IMAGE=${base}`, "--layers"];
    const args = [join(root, "tools/build-image.mjs"), "podman", ...options, `--tag=${imageOf(commit)}`];
    await run(process.execPath, args, {
      cwd: root,
      env: { ...this.podman.env, WEFT_COMMIT: commit },
      maxBuffer: 64 * 1024 * 1024,
    });
  }

  /** An image of the same code that says it is of another commit, as an upgrade would be: another build takes minutes. */
  async derive(from: string, commit: string): Promise<void> {
    this.#commits.add(commit);
    const folder = await mkdtemp(join(tmpdir(), "weft-derived-"));
    try {
      const change = `grep -rl ${from} cli/dist server/dist | xargs sed -i s/${from}/${commit}/`;
      const lines = [`FROM ${imageOf(from)}`, "USER 0", "WORKDIR /opt/weft", `RUN ${change}`];
      const text = [...lines, "WORKDIR /etc/weft", "USER 1000:1000", ""].join("\n");
      await writeFile(join(folder, "Dockerfile"), text);
      await this.podman.do("build", "--format=docker", `--tag=${imageOf(commit)}`, folder);
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  /** As restricted as the guide says: a read-only file system without any tmpfs, no capabilities, 64 MB of shared memory. */
  async start({ commit, volume, settings = {}, options = [], args = [] }: StartOptions): Promise<Container> {
    const [first = ""] = this.#commits;
    const name = `weft-test-${process.pid}-${this.#names.size}`;
    this.#names.add(name);
    this.volumes.add(volume);
    const port = await freePort();
    const environment = { PORT: String(port), SHUTDOWN_DELAY: "0", WEFT_RATE_LIMIT: "off", ...settings };
    const variables = Object.entries(environment).map(([key, value]) => `--env=${key}=${value}`);
    const began = Date.now();
    await this.podman.do(
      ...["run", "--detach", `--name=${name}`, "--network=host", `--volume=${volume}:/data`, ...restrictions],
      ...[...variables, ...options, imageOf(commit ?? first), ...args],
    );
    await waitUntil(`${name} is ready`, () => this.#isReady(name), 120_000);
    const scheme = "TLS_CERT" in settings ? "https" : "http";
    return { name, address: `${scheme}://127.0.0.1:${port}`, readyMs: Date.now() - began };
  }

  /** Within the time that the guide gives it. */
  async stop(name: string): Promise<{ readonly code: number; readonly log: string }> {
    await this.podman.do("stop", "--time=20", name);
    const code = Number(await this.podman.do("inspect", "--format={{.State.ExitCode}}", name));
    return { code, log: await this.podman.do("logs", name) };
  }

  inside(name: string, ...args: readonly string[]): Promise<string> {
    return this.podman.do("exec", name, ...args);
  }

  runScript(name: string, text: string): Promise<string> {
    return this.inside(name, "node", "--input-type=module", "--eval", text);
  }

  async credentialsOf(name: string) {
    return JSON.parse(await this.inside(name, "cat", "/data/first-credentials.json"));
  }

  async close(): Promise<void> {
    for (const name of this.#names) await this.podman.try(["rm", "--force", "--time", "0", name]);
    for (const volume of this.volumes) await this.podman.try(["volume", "rm", "--force", volume]);
    for (const commit of this.#commits) await this.podman.try(["rmi", "--force", imageOf(commit)]);
    await this.podman.close();
  }

  async #isReady(name: string): Promise<boolean> {
    const state = await this.podman.do("inspect", "--format={{.State.Status}}", name);
    if (state !== "running") {
      const { stdout, stderr } = await this.podman.try(["logs", name]);
      throw new Error(`${state}: ${stdout}${stderr}`);
    }
    return (await this.podman.do("logs", name)).includes("Weft is ready at");
  }
}

const restrictions = ["--read-only", "--read-only-tmpfs=false", "--cap-drop=all", "--security-opt=no-new-privileges"];
