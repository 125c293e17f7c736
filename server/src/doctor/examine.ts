import { type Config, ConfigError } from "../config/config.ts";
import { connectionsOfNode } from "../config/node-connections.ts";
import type { SealedTable } from "../platform/secrets/sealed-table.ts";
import { checkClock } from "./check-clock.ts";
import { checkConfiguration, configurationErrors } from "./check-configuration.ts";
import { checkDataFolder } from "./check-data-folder.ts";
import { checkDatabase } from "./check-database.ts";
import { checkDisk } from "./check-disk.ts";
import { checkDistribution } from "./check-distribution.ts";
import { checkNode } from "./check-node.ts";
import { checkRedis } from "./check-redis.ts";
import { checkReplica } from "./check-replica.ts";
import { checkRights } from "./check-rights.ts";
import { checkS3 } from "./check-s3.ts";
import { checkSchema } from "./check-schema.ts";
import { checkSecrets } from "./check-secrets.ts";
import { checkService } from "./check-service.ts";
import { checkSignOn } from "./check-sign-on.ts";
import { checkSmtp } from "./check-smtp.ts";
import { checkTls } from "./check-tls.ts";
import { checkNodeLine, checkPostgresLine } from "./check-versions.ts";
import { type CheckName, checkNames, type Finding, runCheck, skipped } from "./finding.ts";
import { maskSecrets } from "./mask-secrets.ts";
import { openDatabaseToLook } from "./open-database-to-look.ts";

export interface Report {
  readonly checks: readonly Finding[];
  readonly faults: number;
  readonly warnings: number;
}

const limitMsDefault = 5_000;

/** Checks everything that the service needs, without changing anything. */
export async function examine(
  readConfig: () => Config,
  sealedTables: readonly SealedTable[],
  limitMs = limitMsDefault,
): Promise<Report> {
  try {
    const config = readConfig();
    // First, because opening the database may itself lock the data folder.
    const around = await lookAround(config, limitMs);
    const inside = await lookIntoDatabase(config, sealedTables, limitMs);
    return reportOf(maskSecrets([...around, ...inside], config));
  } catch (error) {
    if (error instanceof ConfigError) {
      return reportOf(await lookWithout(error, limitMs));
    }
    throw error;
  }
}

async function lookAround(config: Config, limitMs: number): Promise<readonly Finding[]> {
  const checks = [
    checkConfiguration(config),
    checkNode(),
    checkNodeLine(new Date()),
    checkDataFolder(config),
    checkDisk(config),
    checkTls(config),
    checkService(config),
    checkS3(config),
    checkReplica(config),
    checkRedis(config),
    checkSmtp(config),
  ];
  return (await Promise.all(checks.map((check) => runCheck(check, limitMs)))).flat();
}

async function lookIntoDatabase(
  config: Config,
  sealedTables: readonly SealedTable[],
  limitMs: number,
): Promise<readonly Finding[]> {
  const opened = await openDatabaseToLook(config, limitMs);
  if ("verdict" in opened) {
    return [
      { name: "database", ...opened },
      ...skipAll(["schema", "distribution", "clock", "rights", "secrets", "sso"], "There is no database to check."),
    ];
  }
  try {
    const checks = [
      checkDatabase(opened, connectionsOfNode(config)),
      checkPostgresLine(opened, config, new Date()),
      checkSchema(opened, config),
      checkDistribution(opened),
      checkClock(opened),
      checkRights(opened),
      checkSecrets(opened, config, sealedTables),
      checkSignOn(opened, config, limitMs),
    ];
    return (await Promise.all(checks.map((check) => runCheck(check, limitMs)))).flat();
  } finally {
    await opened.close();
  }
}

/** The checks that need no configuration. */
async function lookWithout(error: ConfigError, limitMs: number): Promise<readonly Finding[]> {
  const ofNode = await Promise.all([checkNode(), checkNodeLine(new Date())].map((check) => runCheck(check, limitMs)));
  const seen = [...configurationErrors(error), ...ofNode.flat()];
  const unseen = checkNames.filter((name) => !seen.some((finding) => finding.name === name));
  return [...seen, ...skipAll(unseen, "Fix the configuration first.")];
}

function skipAll(names: readonly CheckName[], reason: string): readonly Finding[] {
  return names.map((name) => ({ name, ...skipped(reason) }));
}

function reportOf(findings: readonly Finding[]): Report {
  const count = (verdict: string) => findings.filter((finding) => finding.verdict === verdict).length;
  return {
    checks: checkNames.flatMap((name) => findings.filter((finding) => finding.name === name)),
    faults: count("fault"),
    warnings: count("warning"),
  };
}
