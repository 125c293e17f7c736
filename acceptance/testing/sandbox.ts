import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { choosePostgresAccount } from "../../server/src/platform/database/embedded/postgres-account.ts";

const checkout = fileURLToPath(new URL("../..", import.meta.url));

export interface SandboxOptions {
  /** The only folders that can be written to. */
  readonly writable: readonly string[];
  readonly hasPrivateTmp?: boolean;
  readonly hidesHomes?: boolean;
}

/** A command before another one: runs it with a read-only file system, as systemd and containers do. Needs root. */
export function sandboxLauncher({ writable, hasPrivateTmp = false, hidesHomes = false }: SandboxOptions): string[] {
  return launcherOf([
    ...placeCheckout,
    ...writable.map((folder) => `mount --bind '${folder}' '${folder}'`),
    remountReadOnly(writable),
    ...(hasPrivateTmp ? ["mount -t tmpfs tmpfs /tmp", "mount -t tmpfs tmpfs /var/tmp"] : []),
    ...(hidesHomes ? ["mount -t tmpfs -o ro,mode=000 tmpfs /home", "mount -t tmpfs -o ro,mode=000 tmpfs /root"] : []),
  ]);
}

/** The same for a command beside the service, with the file system as it is. */
export function machineLauncher(): string[] {
  return launcherOf(placeCheckout);
}

/** An ordinary account, and a command before another one that switches to it. */
export function ordinaryAccount() {
  const { uid, gid } = choosePostgresAccount();
  return { uid, gid, launcher: ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", "--no-new-privs"] };
}

/** Where the sandbox has this checkout and this Node, which other accounts may not be able to reach otherwise. */
export const placed = { checkout: "/srv/weft", node: "/srv/node" };
const placeCheckout = [
  "mount -t tmpfs -o mode=755 tmpfs /srv",
  `mkdir ${placed.checkout} && mount --rbind '${checkout}' ${placed.checkout}`,
  `touch ${placed.node} && mount --bind '${process.execPath}' ${placed.node}`,
];

// With a namespace of its own, nothing of this is seen by other processes, and it ends with the last one in it.
function launcherOf(steps: readonly string[]): string[] {
  return ["unshare", "--mount", "sh", "-c", ["set -e", ...steps, 'exec "$@"'].join("\n"), "sandbox"];
}

function remountReadOnly(writable: readonly string[]): string {
  const kept = ["/dev", "/proc", "/sys"].flatMap((path) => [path, `${path}/*`]);
  return `while read -r _ _ _ _ path _; do
  case "$path" in ${[...kept, ...writable].join("|")}) ;; *) mount -o remount,bind,ro "$path" ;; esac
done < /proc/self/mountinfo`;
}

/** The settings of a systemd unit, by name in their order. */
export function readUnit(path: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [, name = "", value = ""] of readFileSync(path, "utf8").matchAll(/^(\w+)=(.*)$/gm)) {
    found.set(name, [...(found.get(name) ?? []), value]);
  }
  return found;
}
