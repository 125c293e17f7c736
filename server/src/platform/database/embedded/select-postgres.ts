import { resolve } from "node:path";
import { StartError } from "../../start-error.ts";
import { bundledSetting, choosePostgres, type PostgresChoice, type PostgresSurvey } from "./choose-postgres.ts";
import { type IncludedPostgres, locateIncluded, prepareIncluded } from "./included-postgres.ts";
import { findInstalled, probePostgres } from "./installed-postgres.ts";
import type { Account } from "./postgres-account.ts";

export interface PostgresPlace {
  /** WEFT_POSTGRES_BIN. */
  readonly setting: string;
  readonly account: Account;
  /** Where the included programs are copied if the account cannot run them where they are. */
  readonly folder: string;
}

/** What the setting allows to choose from. Looks at no more than that: each one found is run once for its version. */
export async function surveyPostgres({ setting, account }: PostgresPlace): Promise<PostgresSurvey> {
  const included = await locateIncluded();
  const isNamed = setting !== "" && setting !== bundledSetting;
  const named = isNamed ? await probePostgres(resolve(setting), account) : "";
  return {
    setting,
    included: typeof included === "string" ? included : asInstallation(included),
    named: typeof named === "string" && isNamed ? `WEFT_POSTGRES_BIN: ${named}` : named,
    found: setting === "" ? await findInstalled(account) : [],
  };
}

function asInstallation({ version, native }: IncludedPostgres) {
  return { version, folder: native, isIncluded: true };
}

/** The PostgreSQL for a database of a major version, or for a new one, ready to be run. */
export async function selectPostgres(place: PostgresPlace, major: number | undefined): Promise<PostgresChoice> {
  const choice = choosePostgres(await surveyPostgres(place), major);
  if ("refusal" in choice) {
    throw new StartError(choice.refusal);
  }
  const included = choice.isIncluded ? await locateIncluded() : undefined;
  return included === undefined || typeof included === "string"
    ? choice
    : { ...choice, folder: await prepareIncluded(included, place.account, place.folder) };
}
