import type { Database, PostgresDatabase, Transaction } from "../database/database.ts";
import { silentSecondsDefault } from "../jobs/node-heartbeat.ts";
import type { SecretBox } from "../secret-box.ts";
import { StartError } from "../start-error.ts";
import { addSeals, noSeals, type SealCounts, sealPages } from "./count-seals.ts";
import type { SealedTable } from "./sealed-table.ts";
import { listNodeSecrets, listServiceSecrets, lockServiceSecrets, noteServiceSecrets } from "./service-secret-store.ts";

const guide = "See docs/operating.md, Rotate the secret.";

/**
 * Lets a node start only if it can open everything that others have sealed, and they everything that it will seal: its
 * secrets must include all that are in use, and every live node must have its current one. The node must be visible to
 * others before, so that of two nodes that start at the same time the second one sees the first.
 */
export async function admitSecrets(
  db: PostgresDatabase,
  { secrets, tables }: { readonly secrets: SecretBox; readonly tables: readonly SealedTable[] },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockServiceSecrets(tx);
    const inUse = await listServiceSecrets(tx);
    const [current = ""] = secrets.fingerprints;
    if (inUse.length === 0) {
      await noteServiceSecrets(tx, await chooseFirst(tx, secrets, tables));
      return;
    }
    requireAll(secrets, inUse);
    await requireKnown(tx, current, inUse);
    await noteServiceSecrets(tx, [current]);
  });
}

/** Before the first fingerprint, the stored values show whether the secrets are the right ones. */
async function chooseFirst(db: Database, secrets: SecretBox, tables: readonly SealedTable[]) {
  const { current, former, unreadable } = await sample(db, secrets, tables);
  if (current + former === 0 && unreadable > 0) {
    throw notOfThisDatabase("None of the stored secrets can be decrypted with it.");
  }
  return current + former === 0 ? secrets.fingerprints.slice(0, 1) : secrets.fingerprints;
}

/** Reads until a value can be opened: a few that cannot be are reported by weft doctor. */
async function sample(db: Database, secrets: SecretBox, tables: readonly SealedTable[]): Promise<SealCounts> {
  let counts = noSeals;
  for (const table of tables) {
    for await (const page of sealPages(db, secrets, table)) {
      counts = addSeals(counts, page);
      if (counts.current + counts.former > 0) {
        return counts;
      }
    }
  }
  return counts;
}

export function requireAll({ fingerprints }: SecretBox, inUse: readonly string[]): void {
  if (!inUse.some((fingerprint) => fingerprints.includes(fingerprint))) {
    throw notOfThisDatabase("Its fingerprint differs from the one in the database.");
  }
  if (!inUse.every((fingerprint) => fingerprints.includes(fingerprint))) {
    throw new StartError(
      `Stored secrets may still be encrypted with a secret that WEFT_SECRET does not contain. Add the other secret to WEFT_SECRET, after the current one, and run weft admin secrets rotate before you remove it. ${guide}`,
    );
  }
}

/** Nodes of the previous version have the secrets in use. */
async function requireKnown(tx: Transaction, current: string, inUse: readonly string[]): Promise<void> {
  const nodes = await listNodeSecrets(tx, silentSecondsDefault);
  const without = nodes.filter(({ fingerprints }) => !(fingerprints ?? inUse).includes(current));
  if (without.length > 0) {
    throw new StartError(
      `The first secret of WEFT_SECRET is unknown to ${without.length} running ${without.length === 1 ? "node" : "nodes"}, which could not decrypt what this node encrypts. Add it to WEFT_SECRET of every node, after the current one, and restart them; then make it the first. ${guide}`,
    );
  }
}

function notOfThisDatabase(reason: string): StartError {
  return new StartError(
    `WEFT_SECRET (or DATA_DIR/secret) is not the secret of this database. ${reason} Set the same secret as on the other nodes. To change it, use weft admin secrets rotate; if it is lost, weft admin secrets reset. ${guide}`,
  );
}
