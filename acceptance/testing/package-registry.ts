import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
const workspaces = ["contract", "client", "console", "server", "cli"];

interface Manifest {
  readonly name: string;
  readonly version: string;
}

interface Packed {
  readonly manifest: Manifest;
  readonly bytes: Buffer;
}

/** A registry of npm with our packages only, on loopback. npm reads all other packages from its own. */
export interface PackageRegistry {
  /** For npm: the registry of the scope @weft. */
  readonly config: string;
  stop(): void;
}

/** Packs the workspaces as they would be published, once for each version, and serves them. */
export async function startRegistry(folder: string, versions: readonly string[]): Promise<PackageRegistry> {
  const packed: Packed[] = [];
  for (const version of versions) packed.push(...(await packAll(join(folder, version), version)));
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    const file = packed.find((one) => path === `/${fileName(one.manifest)}`);
    if (file !== undefined) {
      response.end(file.bytes);
      return;
    }
    const ofName = packed.filter(({ manifest }) => path === `/${manifest.name}`);
    response.writeHead(ofName.length === 0 ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(describe(ofName, `http://${request.headers.host}`)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { config: `@weft:registry=http://127.0.0.1:${port}/\n`, stop: () => server.closeAllConnections() };
}

/** In copies of the workspaces, with the version as npm run release sets it. */
async function packAll(folder: string, version: string): Promise<Packed[]> {
  await mkdir(folder, { recursive: true });
  for (const name of workspaces) await copyWorkspace(join(root, name), join(folder, name), version);
  const { stdout } = await run("npm", ["pack", "--json", ...workspaces.map((name) => `./${name}`)], {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
  });
  const tarballs: { readonly filename: string }[] = JSON.parse(stdout);
  return Promise.all(
    tarballs.map(async ({ filename }, place) => ({
      manifest: JSON.parse(await readFile(join(folder, workspaces[place] ?? "", "package.json"), "utf8")),
      bytes: await readFile(join(folder, filename)),
    })),
  );
}

async function copyWorkspace(from: string, to: string, version: string): Promise<void> {
  await cp(from, to, { recursive: true, filter: (path) => path !== join(from, "node_modules") });
  const path = join(to, "package.json");
  const manifest = await readFile(path, "utf8");
  const { version: own }: Manifest = JSON.parse(manifest);
  await writeFile(
    path,
    manifest.replaceAll(new RegExp(`("(?:version|@weft/[a-z]+)": )"${own}"`, "g"), `$1"${version}"`),
  );
}

function fileName({ name, version }: Manifest): string {
  return `${name}/-/${version}.tgz`;
}

/** What npm reads about a package: its versions, the last of which is the newest. */
function describe(packed: readonly Packed[], address: string) {
  const versions = packed.map(({ manifest, bytes }) => {
    const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
    return [manifest.version, { ...manifest, dist: { tarball: `${address}/${fileName(manifest)}`, integrity } }];
  });
  const newest = packed.at(-1)?.manifest;
  return { name: newest?.name, "dist-tags": { latest: newest?.version }, versions: Object.fromEntries(versions) };
}
