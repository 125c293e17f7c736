import { once } from "node:events";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { StartError } from "../../start-error.ts";
import type { Account } from "./postgres-account.ts";

const sharedPrefix = "/tmp/weft-";
const ownPrefix = (folder: string) => join(folder, "socket-");
// The shortest limit of the systems that we run on, without the byte that ends a path.
const socketPathBytesMax = 103;

/**
 * A folder for PostgreSQL's socket that only its account may enter: in the service's folder, where commands beside the
 * service find it even if the service has a /tmp of its own or none that it may write to; otherwise below /tmp.
 */
export async function createSocketFolder(folder: string, account: Account): Promise<string> {
  return (await createInFolder(folder, account)) ?? createInTmp(account);
}

/** Undefined if PostgreSQL or its clients cannot use a socket there. */
async function createInFolder(folder: string, account: Account): Promise<string | undefined> {
  const path = join(`${ownPrefix(folder)}123456`, ".s.PGSQL.5432");
  // PostgreSQL and its driver read the path from a list and from a URL.
  const isPlain = /^[\w./@+-]+$/.test(path);
  // An account other than ours may not enter our folder.
  if (account.runsAsRoot || !isPlain || Buffer.byteLength(path) > socketPathBytesMax) {
    return undefined;
  }
  const made = await mkdtemp(ownPrefix(folder));
  if (await canHoldSocket(made)) {
    return made;
  }
  await rm(made, { recursive: true, force: true });
  return undefined;
}

/** Some file systems, such as a folder shared with a virtual machine, have no sockets. */
async function canHoldSocket(folder: string): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(join(folder, "probe"));
    await once(server, "listening");
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

async function createInTmp(account: Account): Promise<string> {
  try {
    const made = await mkdtemp(sharedPrefix);
    await chown(made, account.uid, account.gid);
    return made;
  } catch (cause) {
    throw new StartError(
      "The embedded PostgreSQL needs a directory for its socket, and cannot have one in DATA_DIR " +
        `nor in ${dirname(sharedPrefix)}. Run the service as an ordinary user with a short DATA_DIR, or make ` +
        `${dirname(sharedPrefix)} writable.`,
      { cause },
    );
  }
}

/** Removes the folder that a killed service has recorded, if its name is one of ours. */
export async function removeLeftSocketFolder(folder: string, left: string): Promise<void> {
  const isOurs = [sharedPrefix, ownPrefix(folder)].some(
    (prefix) => left.startsWith(prefix) && /^[A-Za-z0-9]{6}$/.test(left.slice(prefix.length)),
  );
  if (isOurs) {
    await rm(left, { recursive: true, force: true });
  }
}
