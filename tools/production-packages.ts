import { dirname, join } from "node:path/posix";

/** An entry of package-lock.json. */
export interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly license?: string;
  readonly engines?: { readonly node?: string };
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly dependencies?: Names;
  readonly optionalDependencies?: Names;
  readonly peerDependencies?: Names;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

export type LockedPackages = Readonly<Record<string, LockedPackage>>;
type Names = Readonly<Record<string, string>>;

export interface ProductionPackage {
  /** In the checkout. Workspaces are in folders of their own: "contract". */
  readonly path: string;
  readonly name: string;
  readonly locked: LockedPackage;
}

/** What a workspace needs in production, with what that needs, and for all platforms. Without packages that are left out. */
export function productionPackages(
  packages: LockedPackages,
  workspace: string,
  isLeftOut: (one: ProductionPackage) => boolean = () => false,
): ProductionPackage[] {
  const reached = new Map<string, ProductionPackage>();
  const waiting = [workspace];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    for (const name of neededBy(packages[path] ?? {})) {
      const found = findPackage(packages, path, name);
      const one = { path: found, name, locked: packages[found] ?? {} };
      if (reached.has(found) || isLeftOut(one)) continue;
      reached.set(found, one);
      waiting.push(found);
    }
  }
  return [...reached.values()];
}

/** Without optional peers: some that only the build has are in the lock file too, such as TypeScript. */
function neededBy({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: LockedPackage) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/** As Node does: in node_modules of the package, then of each folder around it. */
function findPackage(packages: LockedPackages, from: string, name: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, "node_modules", name);
    const found = packages[path];
    if (found !== undefined) return found.link === true ? (found.resolved ?? path) : path;
    if (folder === ".") throw new Error(`package-lock.json has no ${name}, which ${from} needs: run npm install.`);
  }
}

/** Contains programs of one platform; npm does not install it on others. */
export function isOfPlatform({ locked: { os, cpu } }: ProductionPackage): boolean {
  return os !== undefined || cpu !== undefined;
}
