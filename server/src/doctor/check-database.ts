import type { NodeConnections } from "../config/node-connections.ts";
import type { PostgresChoice } from "../platform/database/embedded/choose-postgres.ts";
import { newestMinors } from "../platform/database/embedded/newest-minors.ts";
import { describeRun } from "../platform/database/embedded/postgres-run.ts";
import { oldestServerVersion } from "../platform/database/migrate.ts";
import { type DatabaseServer, readClock, readServer } from "./database-look-store.ts";
import { type Check, type CheckResult, fault, ok, warning } from "./finding.ts";
import type { OpenedDatabase } from "./open-database-to-look.ts";

/** Every request makes several round trips to the database, and a load makes many. */
const roundTripMsMax = 20;
const tripsMeasured = 5;

export function checkDatabase({ db, origin, run }: OpenedDatabase, needed: NodeConnections): Check {
  return {
    name: "database",
    async look() {
      const server = await readServer(db);
      const trips: number[] = [];
      for (let trip = 0; trip < tripsMeasured; trip += 1) {
        const began = performance.now();
        await readClock(db);
        trips.push(performance.now() - began);
      }
      return evaluateDatabase({ ...server, origin, run, needed, roundTripMs: Math.min(...trips) });
    },
  };
}

export interface DatabaseFacts extends DatabaseServer {
  readonly origin: string;
  /** Of an embedded database. */
  readonly run?: PostgresChoice | undefined;
  readonly roundTripMs: number;
  /** What this node uses. */
  readonly needed: NodeConnections;
}

/** The first result describes the database; the others are faults and warnings. */
export function evaluateDatabase(facts: DatabaseFacts): readonly CheckResult[] {
  const { version, versionNumber, origin, roundTripMs, connectionsFree } = facts;
  if (versionNumber < oldestServerVersion) {
    return [fault(`PostgreSQL ${version} (${origin}) is too old: 15 or newer is required.`, "Upgrade it.")];
  }
  const time = roundTripMs < 1 ? "less than 1 ms" : `${Math.round(roundTripMs)} ms`;
  const chosen = facts.run === undefined ? "" : ` It is ${describeRun(facts.run)}.`;
  const summary = `PostgreSQL ${version} responds in ${time} (${origin}); ${connectionsFree} connections are free.${chosen}`;
  const rules = [...faultRules(facts), ...releaseRules(facts), ...durabilityRules(facts), ...loadRules(facts)];
  return [ok(summary), ...rules.filter(([applies]) => applies).map(([, checkResult]) => checkResult)];
}

type Rule = readonly [boolean, CheckResult];

function faultRules({ encoding, isReadOnly }: DatabaseFacts): readonly Rule[] {
  return [
    [
      encoding !== "UTF8",
      fault(
        `The database encoding is ${encoding}, which does not support all characters.`,
        "Create it again: create database … encoding 'UTF8' template template0.",
      ),
    ],
    [
      isReadOnly,
      fault(
        "The database is read-only: it is a replica, is being moved, or is configured so.",
        "Set DATABASE_URL to the primary. During a move, run weft admin move to its end, or weft admin move --cancel.",
      ),
    ],
  ];
}

/** A PostgreSQL of DATABASE_URL is kept up to date by others. */
function releaseRules({ run, version, versionNumber }: DatabaseFacts): readonly Rule[] {
  const [major, minor] = [Math.floor(versionNumber / 10_000), versionNumber % 10_000];
  const newest = newestMinors.minors.get(major) ?? minor;
  const advice = run?.isIncluded
    ? `Install PostgreSQL ${major}.${newest} or newer on this machine and restart the service, which then uses it; or set DATABASE_URL to a server that is kept up to date.`
    : "Update its packages, and restart the service.";
  return [
    [
      run !== undefined && minor < newest,
      warning(
        `PostgreSQL ${version} lacks fixes of ${major}.${newest}, the newest release known on ${newestMinors.recordedOn}.`,
        advice,
      ),
    ],
  ];
}

/** The service guarantees that acknowledged writes are durable, which requires these settings. */
function durabilityRules({ fsync, fullPageWrites, synchronousCommit }: DatabaseFacts): readonly Rule[] {
  const advice = (name: string) => `alter system set ${name} = on; select pg_reload_conf();`;
  return [
    [fsync === "off", warning("fsync is off: a crash of the machine can corrupt the database.", advice("fsync"))],
    [
      fullPageWrites === "off",
      warning("full_page_writes is off: a crash of the machine can corrupt pages.", advice("full_page_writes")),
    ],
    [
      synchronousCommit === "off",
      warning("synchronous_commit is off: a crash loses the last writes.", advice("synchronous_commit")),
    ],
  ];
}

function loadRules(facts: DatabaseFacts): readonly Rule[] {
  const { roundTripMs, needed, connectionsFree, connectionsOfServices } = facts;
  const neededMax = needed.pool + needed.loads + needed.owner;
  return [
    [
      roundTripMs > roundTripMsMax,
      warning(
        `A round trip takes ${Math.round(roundTripMs)} ms.`,
        "Run the service and the database close to each other.",
      ),
    ],
    [
      // Connections of running services count as available to this node. Otherwise every busy service would cause a
      // warning.
      connectionsFree < 1 || connectionsFree + connectionsOfServices < neededMax,
      warning(
        `${connectionsFree} connections are free, but this node uses up to ${neededMax}: ${formatNeeded(needed)}.`,
        "Raise max_connections or the limit of the user or database, or lower DATABASE_POOL.",
      ),
    ],
  ];
}

function formatNeeded({ pool, loads, owner }: NodeConnections): string {
  return [
    `${pool} (DATABASE_POOL)`,
    ...(loads > 0 ? [`${loads} while loads run`] : []),
    ...(owner > 0 ? [`${owner} (DATABASE_OWNER_URL)`] : []),
  ].join(", ");
}
