import type { Config } from "../config/config.ts";
import { readServer } from "./database-look-store.ts";
import { type Check, type CheckResult, ok, warning } from "./finding.ts";
import type { OpenedDatabase } from "./open-database-to-look.ts";

/** A release line, and the last day on which its maintainers fix it. */
interface ReleaseLine {
  readonly major: number;
  readonly endsOn: string;
}

/** Those that tests start the service with, in exactly these versions: the oldest that is required, and newest ones. */
export const nodeLines: readonly (ReleaseLine & { readonly tested: string })[] = [
  { major: 20, endsOn: "2026-04-30", tested: "20.19.0" },
  { major: 22, endsOn: "2027-04-30", tested: "22.23.3" },
  { major: 24, endsOn: "2028-04-30", tested: "24.21.0" },
  { major: 26, endsOn: "2029-04-30", tested: "26.10.0" },
];

export const postgresLines: readonly ReleaseLine[] = [
  { major: 15, endsOn: "2027-11-11" },
  { major: 16, endsOn: "2028-11-09" },
  { major: 17, endsOn: "2029-11-08" },
  { major: 18, endsOn: "2030-11-14" },
];

/** How long before the end of a release line a warning begins: an upgrade of a database needs to be planned. */
const noticeMonths = 6;

export function checkNodeLine(today: Date): Check {
  return { name: "versions", look: async () => [evaluateNodeLine(process.versions.node, today)] };
}

export function evaluateNodeLine(version: string, today: Date): CheckResult {
  return evaluateLine(
    { product: "Node", version, lines: nodeLines },
    { today, advise: ({ major, endsOn }) => `Install Node ${major}, which is maintained until ${endsOn}.` },
  );
}

export function checkPostgresLine({ db }: OpenedDatabase, { databaseUrl }: Config, today: Date): Check {
  return {
    name: "versions",
    async look() {
      const { version } = await readServer(db);
      return [evaluatePostgresLine(version, { isOwn: databaseUrl === undefined, today })];
    },
  };
}

export function evaluatePostgresLine(
  version: string,
  { isOwn, today }: { readonly isOwn: boolean; readonly today: Date },
): CheckResult {
  const advise = ({ major, endsOn }: ReleaseLine) =>
    isOwn
      ? "Install the newest release of Weft, and run weft admin upgrade-postgres; or move to another PostgreSQL with weft admin move."
      : `Upgrade to PostgreSQL ${major}, which is maintained until ${endsOn}: with pg_upgrade, or weft admin move.`;
  return evaluateLine({ product: "PostgreSQL", version, lines: postgresLines }, { today, advise });
}

interface InstalledVersion {
  readonly product: string;
  readonly version: string;
  readonly lines: readonly ReleaseLine[];
}

interface Advice {
  readonly today: Date;
  /** What to do, for the line that is maintained longest. */
  advise(newest: ReleaseLine): string;
}

function evaluateLine({ product, version, lines }: InstalledVersion, { today, advise }: Advice): CheckResult {
  const major = Number.parseInt(version, 10);
  const line = lines.find((one) => one.major === major);
  const newest = lines.reduce((latest, one) => (one.endsOn > latest.endsOn ? one : latest));
  if (line === undefined) {
    return major > newest.major
      ? ok(`${product} ${version}: newer than this release of Weft, which does not know how long it is maintained.`)
      : warning(`${product} ${version} is no longer maintained.`, advise(newest));
  }
  const date = today.toISOString().slice(0, 10);
  if (date > line.endsOn) {
    return warning(
      `${product} ${version} is no longer maintained: ${product} ${major} ended on ${line.endsOn}.`,
      advise(newest),
    );
  }
  return date >= firstNotice(line)
    ? warning(`${product} ${version}: ${product} ${major} is maintained until ${line.endsOn} only.`, advise(newest))
    : ok(`${product} ${version}: ${product} ${major} is maintained until ${line.endsOn}.`);
}

function firstNotice({ endsOn }: ReleaseLine): string {
  const day = new Date(endsOn);
  day.setUTCMonth(day.getUTCMonth() - noticeMonths);
  return day.toISOString().slice(0, 10);
}
