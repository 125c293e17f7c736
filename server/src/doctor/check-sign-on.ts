import { Providers } from "../access/sign-on/providers.ts";
import { checkIssuer } from "../access/sign-on/sign-on-settings.ts";
import { listSignOns, type OrgSignOnRow } from "../access/sign-on-store.ts";
import type { Config } from "../config/config.ts";
import { readSchema } from "../platform/database/schema-store.ts";
import { readSecrets } from "./check-secrets.ts";
import { type Check, type CheckResult, explainError, fault, ok, skipped, withinLimit } from "./finding.ts";
import type { OpenedDatabase } from "./open-database-to-look.ts";

const orgsMax = 200;
// A provider that does not respond must not hide the results of the others.
const shareOfLimit = 0.8;

/**
 * Follows a sign-on as far as possible without a user: decrypts the client secret and fetches the provider's metadata.
 */
export function checkSignOn({ db }: OpenedDatabase, config: Config, limitMs: number): Check {
  return {
    name: "sso",
    async look() {
      const hasSchema = (await readSchema(db)).applied.length > 0;
      const rows = hasSchema ? await listSignOns(db, orgsMax + 1) : [];
      if (rows.length === 0) {
        return [skipped("No organization uses single sign-on.")];
      }
      const { outboundAllowedRanges, outboundRoute } = config;
      const secrets = await readSecrets(config);
      const providers = new Providers({ secrets, outboundAllowedRanges, outboundRoute });
      const ask = (row: OrgSignOnRow) => async () => {
        await checkIssuer(row.issuer, outboundAllowedRanges);
        await providers.configurationFor(row);
      };
      const checkResults = rows.slice(0, orgsMax).map((row) => evaluateProvider(row, limitMs * shareOfLimit, ask(row)));
      const rest = rows.length > orgsMax ? [skipped(`Only the first ${orgsMax} organizations were checked.`)] : [];
      return [...(await Promise.all(checkResults)), ...rest];
    },
  };
}

async function evaluateProvider(
  { slug, issuer }: OrgSignOnRow,
  limitMs: number,
  ask: () => Promise<void>,
): Promise<CheckResult> {
  try {
    await withinLimit(limitMs, ask);
    return ok(`${slug}: ${issuer} responds with the expected issuer.`);
  } catch (error) {
    return fault(
      `${slug}: single sign-on with ${issuer} fails: ${explainError(error)}`,
      "Check the organization's settings (PUT /api/org, sso), and that this machine can reach the provider.",
    );
  }
}
