import { formatVersion, type PostgresVersion } from "./postgres-version.ts";

/** The programs of one PostgreSQL. */
export interface PostgresInstallation {
  /** The folder with initdb and postgres. */
  readonly folder: string;
  readonly version: PostgresVersion;
  readonly isIncluded: boolean;
}

export interface PostgresSurvey {
  /** WEFT_POSTGRES_BIN: "bundled", a folder, or empty for the newest one of the right major version. */
  readonly setting: string;
  /** The one among our packages, or why there is none. */
  readonly included: PostgresInstallation | string;
  /** The one in the folder of the setting, or why it cannot be used. */
  readonly named: PostgresInstallation | string;
  /** Those that are installed on the machine. */
  readonly found: readonly PostgresInstallation[];
}

export interface PostgresChoice extends PostgresInstallation {
  /** Why this one: a clause for the log and for weft doctor. */
  readonly reason: string;
}

/** Why no PostgreSQL can be used, and what to do. */
export interface PostgresRefusal {
  readonly refusal: string;
}

const oldestMajor = 15;
export const bundledSetting = "bundled";

/** Chooses the PostgreSQL for a database of a major version, or for a new database. */
export function choosePostgres(survey: PostgresSurvey, major: number | undefined): PostgresChoice | PostgresRefusal {
  const { setting, included, named } = survey;
  if (setting === "") {
    return chooseNewest(survey, major);
  }
  const one = setting === bundledSetting ? included : named;
  if (typeof one === "string") {
    return { refusal: one };
  }
  const refusal = refuseMajor(one, major);
  return refusal === undefined ? { ...one, reason: `WEFT_POSTGRES_BIN is ${setting}` } : { refusal };
}

/** A database can be opened only by its own major version. */
function refuseMajor({ version, folder, isIncluded }: PostgresInstallation, major: number | undefined) {
  const named = `WEFT_POSTGRES_BIN names PostgreSQL ${formatVersion(version)} (${isIncluded ? "included" : folder})`;
  if (version.major < oldestMajor) {
    return `${named}, and ${oldestMajor} or newer is required.`;
  }
  if (major === undefined || version.major === major) {
    return undefined;
  }
  const keep = `To keep it, remove WEFT_POSTGRES_BIN or name the folder of a PostgreSQL ${major}.`;
  return version.major < major
    ? `The database is of PostgreSQL ${major}, and ${named}, which cannot open it. ${keep}`
    : `The database is of PostgreSQL ${major}, and ${named}. ${keep} To upgrade it: ${upgradeCommand}`;
}

export const upgradeCommand = "weft admin upgrade-postgres";

function chooseNewest(survey: PostgresSurvey, major: number | undefined): PostgresChoice | PostgresRefusal {
  const included = typeof survey.included === "string" ? undefined : survey.included;
  const released = survey.found.filter(({ version }) => version.major >= oldestMajor && version.minor >= 0);
  const wanted = major ?? included?.version.major ?? Math.max(...released.map(({ version }) => version.major));
  // The included one first, so that another is used only if it is newer.
  const fitting = [...(included === undefined ? [] : [included]), ...released]
    .filter(({ version }) => version.major === wanted)
    .sort((a, b) => b.version.minor - a.version.minor);
  const [best] = fitting;
  return best === undefined ? refuseAll(survey, major) : { ...best, reason: explainNewest(best, included) };
}

function explainNewest(
  { version, isIncluded }: PostgresInstallation,
  included: PostgresInstallation | undefined,
): string {
  if (isIncluded) {
    return `no newer PostgreSQL ${version.major} is installed`;
  }
  if (included === undefined) {
    return "this platform has no included one";
  }
  return included.version.major === version.major
    ? `it is newer than the included ${formatVersion(included.version)}`
    : `the database is of PostgreSQL ${version.major}, and the included one is ${formatVersion(included.version)}`;
}

function refuseAll({ included, found }: PostgresSurvey, major: number | undefined): PostgresRefusal {
  if (major === undefined) {
    const why = typeof included === "string" ? included : "";
    return { refusal: `${why} Install PostgreSQL ${oldestMajor} or newer, or set DATABASE_URL.`.trimStart() };
  }
  const others = [...(typeof included === "string" ? [] : [included]), ...found]
    .map(({ version, folder, isIncluded }) => `${formatVersion(version)} (${isIncluded ? "included" : folder})`)
    .join(", ");
  const known = others === "" ? "" : `; there is ${others}`;
  return {
    refusal:
      `The database is of PostgreSQL ${major}, which is not installed on this machine${known}. Install PostgreSQL ${major}, ` +
      "or set WEFT_POSTGRES_BIN to the folder with its programs. " +
      `Then upgrade the database if you want to: ${upgradeCommand}`,
  };
}

/** PostgreSQL supports this, but the operator may not have intended it. */
export function warnOfOlder(before: PostgresVersion | undefined, now: PostgresVersion): string | undefined {
  return before === undefined || before.major !== now.major || before.minor <= now.minor
    ? undefined
    : `PostgreSQL ${formatVersion(now)} is running a database that ${formatVersion(before)} has run before. This works, but ` +
        `errors that ${formatVersion(before)} has fixed can occur again. Install it again, or set WEFT_POSTGRES_BIN to its folder.`;
}
