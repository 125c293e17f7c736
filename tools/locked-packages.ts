// The packages of package-lock.json that an installation of the product contains, for all platforms.
// `npm sbom --omit dev` lacks those that a development tool needs as well, such as fastify and zod.

export interface LockedEntry {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly optional?: boolean;
  /** Of a workspace: its folder is `resolved`. */
  readonly link?: boolean;
  readonly resolved?: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

export interface LockFile {
  readonly packages: Readonly<Record<string, LockedEntry>>;
}

export interface LockedPackage {
  /** In the checkout, such as node_modules/pg, or cli for a workspace. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly license: string | undefined;
  readonly integrity: string | undefined;
  readonly isOptional: boolean;
  /** Such as "linux x64 glibc"; empty if it runs on all. */
  readonly platform: string;
  /** The paths of the packages that it needs. */
  readonly dependsOn: readonly string[];
  /** The packages of ours whose files contain it. */
  readonly bundledIn: readonly string[];
}

/** What is published and installed: it depends on all that the service needs. */
export const productPath = "cli";

/** `bundled` has the paths of packages in the lock file that are bundled, by the workspace that contains them. */
export function lockedPackages(
  lock: LockFile,
  bundled: Readonly<Record<string, readonly string[]>> = {},
): LockedPackage[] {
  const found = new Map<string, LockedPackage>();
  const reach = (path: string) => {
    if (found.has(path)) return;
    const dependsOn = dependenciesOf(lock, path);
    found.set(path, { ...describe(lock, path), dependsOn, bundledIn: [] });
    dependsOn.forEach(reach);
  };
  reach(productPath);
  for (const [workspace, paths] of Object.entries(bundled)) {
    for (const path of paths) {
      const known = found.get(path) ?? { ...describe(lock, path), dependsOn: [], bundledIn: [] };
      found.set(path, { ...known, bundledIn: [...known.bundledIn, workspace] });
    }
  }
  return [...found.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
}

function entryOf(lock: LockFile, path: string): LockedEntry {
  const entry = lock.packages[path];
  if (entry === undefined) {
    throw new Error(`package-lock.json has no ${path}. Run: npm install`);
  }
  return entry;
}

function describe(lock: LockFile, path: string) {
  const { version = "", license, integrity, optional, os = [], cpu = [], libc = [] } = entryOf(lock, path);
  const name = path.includes("node_modules/") ? path.replace(/^.*node_modules\//, "") : `@weft/${path}`;
  const platform = [...os, ...cpu, ...libc].join(" ");
  return { path, name, version, license, integrity, isOptional: optional === true, platform };
}

function dependenciesOf(lock: LockFile, path: string): string[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = entryOf(lock, path);
  const needed = Object.keys({ ...dependencies, ...optionalDependencies });
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true);
  return [...new Set([...needed, ...peers])].flatMap((name) => resolve(lock, path, name));
}

/** As Node finds packages: in the folder's own node_modules, then in those of the folders above. */
function resolve(lock: LockFile, path: string, name: string): string[] {
  const folders = path.split("/").map((_, depth, words) => `${words.slice(0, words.length - depth).join("/")}/`);
  for (const folder of [...folders, ""]) {
    const candidate = `${folder}node_modules/${name}`;
    const entry = lock.packages[candidate];
    if (entry !== undefined) {
      return [entry.link === true && entry.resolved !== undefined ? entry.resolved : candidate];
    }
  }
  return [];
}
