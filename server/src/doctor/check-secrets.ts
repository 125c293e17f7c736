import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { readSecretFile } from "../config/open-database.ts";
import { pluralize } from "../platform/amounts.ts";
import { readSchema } from "../platform/database/schema-store.ts";
import { silentSecondsDefault } from "../platform/jobs/node-heartbeat.ts";
import { SecretBox } from "../platform/secret-box.ts";
import { countSeals, type SealCounts } from "../platform/secrets/count-seals.ts";
import type { SealedTable } from "../platform/secrets/sealed-table.ts";
import { listNodeSecrets, listServiceSecrets, type NodeSecrets } from "../platform/secrets/service-secret-store.ts";
import { type Check, type CheckResult, fault, ok, skipped, warning } from "./finding.ts";
import type { OpenedDatabase } from "./open-database-to-look.ts";

// Enough to find what is wrong; weft admin secrets status reads all of them.
const rowsMax = 5_000;
// The migration that creates the table of fingerprints.
const schemaNeeded = 30;

/** Compares the secrets with the fingerprints of the database and of the nodes, and tries to decrypt the stored values. */
export function checkSecrets({ db }: OpenedDatabase, config: Config, tables: readonly SealedTable[]): Check {
  return {
    name: "secrets",
    async look() {
      if (!(await readSchema(db)).applied.some(({ number }) => number === schemaNeeded)) {
        return [skipped("The schema has no fingerprint of the secret yet; the next start adds it.")];
      }
      const secrets = await readSecrets(config);
      const counted: [string, SealCounts][] = [];
      for (const table of tables) {
        counted.push([table.table, await countSeals(db, secrets, table, rowsMax)]);
      }
      const inUse = await listServiceSecrets(db);
      const nodes = await listNodeSecrets(db, silentSecondsDefault);
      return evaluateSecrets({ inUse, fingerprints: secrets.fingerprints, nodes, counted });
    },
  };
}

export interface SecretFacts {
  /** The fingerprints of the database. */
  readonly inUse: readonly string[];
  /** Those of the configuration. */
  readonly fingerprints: readonly string[];
  readonly nodes: readonly NodeSecrets[];
  readonly counted: readonly (readonly [table: string, counts: SealCounts])[];
}

export function evaluateSecrets({ inUse, fingerprints, nodes, counted }: SecretFacts): readonly CheckResult[] {
  const isMissing = inUse.some((fingerprint) => !fingerprints.includes(fingerprint));
  const results = [
    ...(isMissing
      ? [
          fault(
            "WEFT_SECRET is not the secret of this database, or lacks one that is still in use: the service would not start.",
            "Set the same WEFT_SECRET as on the other nodes. See docs/operating.md, Rotate the secret.",
          ),
        ]
      : evaluateNodes(fingerprints, nodes)),
    ...listCounts(counted, "unreadable").map(([table, count]) =>
      fault(
        `${pluralize(count, "stored secret")} in ${table} cannot be decrypted.`,
        "Add the secret that they were saved under to WEFT_SECRET, after the current one, or have them saved again.",
      ),
    ),
    ...listCounts(counted, "former").map(([table, count]) =>
      warning(
        `${pluralize(count, "stored secret")} in ${table} encrypted with a former secret.`,
        "Run weft admin secrets rotate before you remove that secret from WEFT_SECRET.",
      ),
    ),
  ];
  const readable = counted.reduce((sum, [, { current }]) => sum + current, 0);
  return results.length > 0
    ? results
    : [ok(`${pluralize(readable, "stored secret")} can be decrypted with the current secret.`)];
}

/** A node reads its secrets when it starts. One of the previous version does not report them. */
function evaluateNodes(fingerprints: readonly string[], nodes: readonly NodeSecrets[]): readonly CheckResult[] {
  const others = nodes.filter((node) => node.fingerprints !== null && !isSameList(node.fingerprints, fingerprints));
  return others.length === 0
    ? []
    : [
        warning(
          `${others.length} of ${nodes.length} running nodes use another list of secrets than this WEFT_SECRET.`,
          "Set the same WEFT_SECRET on every node and restart them: a reload (SIGHUP) does not apply it. See docs/operating.md, Rotate the secret.",
        ),
      ];
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

function listCounts(counted: SecretFacts["counted"], age: keyof SealCounts): [string, number][] {
  return counted.map(([table, counts]): [string, number] => [table, counts[age]]).filter(([, count]) => count > 0);
}

/** The secrets of this database. Without them nothing can be decrypted, and the checks report that. */
export async function readSecrets({ secrets, dataFolder }: Config): Promise<SecretBox> {
  return new SecretBox(secrets ?? (await readSecretFile(join(dataFolder, "secret")).catch(() => ["missing"])));
}
