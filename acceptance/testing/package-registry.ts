import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const packer = fileURLToPath(new URL("../../tools/pack-packages.ts", import.meta.url));

/** Packs the packages as they are published. Returns their files. */
export async function packPackages(folder: string): Promise<string[]> {
  const { stdout } = await run(process.execPath, ["--import", "tsx", packer, folder]);
  return stdout.trim().split("\n");
}

/** The same packages as a later release, whose version is set as npm run release does. */
export async function repackAs(version: string, files: readonly string[], folder: string): Promise<string[]> {
  return Promise.all(files.map((file, place) => repack(version, file, join(folder, String(place)))));
}

async function repack(version: string, file: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await run("tar", ["-xzf", file, "-C", folder]);
  const path = join(folder, "package/package.json");
  const text = await readFile(path, "utf8");
  const own = /"version": "([^"]+)"/.exec(text)?.[1];
  await writeFile(path, text.replaceAll(new RegExp(`("(?:version|@weft/[a-z]+)": )"${own}"`, "g"), `$1"${version}"`));
  await setConstant(join(folder, "package/dist"), `cliVersion = "${own}"`, `cliVersion = "${version}"`);
  const repacked = join(folder, "package.tgz");
  await run("tar", ["-C", folder, "--use-compress-program", "gzip -1", "-cf", repacked, "package"]);
  return repacked;
}

/** The command line has its version in its code. */
async function setConstant(folder: string, from: string, to: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((entry) => entry.endsWith(".js"))) {
    const text = await readFile(join(folder, name), "utf8");
    if (text.includes(from)) await writeFile(join(folder, name), text.replace(from, to));
  }
}

/** A registry of npm with our packages only, on loopback. npm reads all other packages from its own. */
export interface PackageRegistry {
  /** For npm: the registry of the scope @weft. */
  readonly config: string;
  /** Publishes packages, which become the newest. */
  add(files: readonly string[]): Promise<void>;
  stop(): void;
}

interface Packed {
  readonly manifest: { readonly name: string; readonly version: string };
  readonly bytes: Buffer;
}

/** Serves packages. */
export async function startRegistry(files: readonly string[]): Promise<PackageRegistry> {
  const packed = await Promise.all(files.map(readPacked));
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    const file = packed.find((one) => path === `/${fileName(one)}`);
    if (file !== undefined) {
      response.end(file.bytes);
      return;
    }
    const ofName = packed.filter(({ manifest }) => path === `/${manifest.name}`);
    response.writeHead(ofName.length === 0 ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(describe(ofName, `http://${request.headers.host}`)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The registry does not listen.");
  return {
    config: `@weft:registry=http://127.0.0.1:${address.port}/\n`,
    add: async (added) => {
      packed.push(...(await Promise.all(added.map(readPacked))));
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function readPacked(file: string): Promise<Packed> {
  const { stdout } = await run("tar", ["-xzOf", file, "package/package.json"]);
  return { manifest: JSON.parse(stdout), bytes: await readFile(file) };
}

function fileName({ manifest: { name, version } }: Packed): string {
  return `${name}/-/${version}.tgz`;
}

/** What npm reads about a package. */
function describe(packed: readonly Packed[], address: string) {
  const versions = packed.map((one) => {
    const integrity = `sha512-${createHash("sha512").update(one.bytes).digest("base64")}`;
    const dist = { tarball: `${address}/${fileName(one)}`, integrity };
    return [one.manifest.version, { ...one.manifest, dist }];
  });
  const newest = packed.at(-1)?.manifest;
  return { name: newest?.name, "dist-tags": { latest: newest?.version }, versions: Object.fromEntries(versions) };
}
