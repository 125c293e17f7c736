import type { Config } from "../config/config.ts";
import { readServer } from "./database-look-store.ts";
import { nodeLines, postgresLines, type ReleaseLine } from "./end-of-life.ts";
import { type Check, type CheckResult, ok, warning } from "./finding.ts";
import type { OpenedDatabase } from "./open-database-to-look.ts";

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
      ? "Install the newest release of Weft, or move to another PostgreSQL with weft admin move."
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
