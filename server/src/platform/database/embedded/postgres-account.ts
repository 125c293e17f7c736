import { readFileSync } from "node:fs";
import { userInfo } from "node:os";

/** The operating system account that PostgreSQL runs under. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  /** True if the service itself is root and drops privileges for PostgreSQL, which refuses to run as root. */
  readonly runsAsRoot: boolean;
  /** The spawn options to run under the account. */
  readonly spawnAs: { readonly uid?: number; readonly gid?: number };
}

/** Root switches to an existing account (initdb looks its name up); any other user runs PostgreSQL under its own. */
export function choosePostgresAccount(): Account {
  const uid = process.getuid?.() ?? 0;
  const gid = process.getgid?.() ?? 0;
  if (uid !== 0) {
    return { name: ownName(uid), uid, gid, runsAsRoot: false, spawnAs: {} };
  }
  for (const name of ["postgres", "nobody"]) {
    const found = findAccount(name);
    if (found !== undefined) {
      return { name, ...found, runsAsRoot: true, spawnAs: found };
    }
  }
  throw new Error(
    "PostgreSQL cannot run as root, and there is neither an account postgres nor nobody to run it as. " +
      "Start the service as an ordinary user, or set DATABASE_URL.",
  );
}

function ownName(uid: number): string {
  try {
    return userInfo().username;
  } catch (cause) {
    throw new Error(
      `The user id ${uid} has no entry in /etc/passwd, which PostgreSQL requires. Add one, or set DATABASE_URL.`,
      { cause },
    );
  }
}

function findAccount(name: string): { uid: number; gid: number } | undefined {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid === undefined || gid === undefined || uid === "0" ? undefined : { uid: Number(uid), gid: Number(gid) };
}
