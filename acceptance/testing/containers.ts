import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const outputBytesMax = 64 * 1024 * 1024;

// Not every machine lets even root raise limits, and crun does not run where cgroups are of both versions.
const configuration = `[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
`;

export interface Output {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Podman, with settings that work on machines without systemd. Needs root. */
export class Podman {
  readonly env: NodeJS.ProcessEnv;
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.env = { ...process.env, CONTAINERS_CONF: join(folder, "containers.conf") };
  }

  static async open(): Promise<Podman> {
    const folder = await mkdtemp(join(tmpdir(), "weft-podman-"));
    await writeFile(join(folder, "containers.conf"), configuration);
    return new Podman(folder);
  }

  async close(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Returns what it printed, without the line break at its end; a failure is thrown with the messages. */
  async do(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await this.try(args);
    if (code !== 0) throw new Error(`podman ${args.join(" ")}: ${code}\n${stdout.toString()}${stderr}`);
    return stdout.toString().trimEnd();
  }

  async try(args: readonly string[], input?: Buffer): Promise<Output> {
    const child = spawn("podman", args, { env: this.env });
    const printed: Buffer[] = [];
    let stderr = "";
    child.stdout.on("data", (bytes: Buffer) => printed.push(bytes));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.stdin.on("error", () => undefined).end(input);
    const [code] = await once(child, "close");
    return { code: code ?? 1, stdout: Buffer.concat(printed), stderr };
  }
}

/**
 * An image like the official one of Node, which needs a registry: a minimal Debian with the Node and the npm of this
 * machine, and what they need to install packages here. It is kept for later runs.
 */
export async function makeBaseImage(podman: Podman): Promise<string> {
  const tag = `localhost/weft-test-base:${process.versions.node}`;
  if ((await podman.try(["image", "exists", tag])).code === 0) return tag;
  const folder = await mkdtemp("/var/tmp/weft-base-");
  const archive = `${folder}.tar`;
  try {
    await run("mmdebstrap", ["--quiet", "--variant=apt", "--include=libstdc++6,libatomic1", "bookworm", folder], {
      maxBuffer: outputBytesMax,
    });
    await cp(process.execPath, join(folder, "usr/local/bin/node"), { dereference: true });
    const npm = dirname(dirname(await realpath(programPath("npm"))));
    await mkdir(join(folder, "usr/local/lib/node_modules"), { recursive: true });
    await cp(npm, join(folder, "usr/local/lib/node_modules/npm"), { recursive: true, dereference: true });
    await run("ln", ["-s", "../lib/node_modules/npm/bin/npm-cli.js", join(folder, "usr/local/bin/npm")]);
    const variables = [`npm_config_registry=${(await run("npm", ["config", "get", "registry"])).stdout.trim()}`];
    const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
    if (certificates !== undefined) {
      await cp(certificates, join(folder, "etc/extra-certificates.crt"), { dereference: true });
      variables.push("NODE_EXTRA_CA_CERTS=/etc/extra-certificates.crt");
    }
    await run("tar", ["--create", "--file", archive, "--directory", folder, "."]);
    await podman.do("import", ...variables.flatMap((one) => ["--change", `ENV ${one}`]), archive, tag);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await rm(archive, { force: true });
  }
  return tag;
}

function programPath(name: string): string {
  return spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).stdout.trim();
}
