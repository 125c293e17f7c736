import { secretSettings, settings } from "./settings.ts";

/** The page docs/configuration.md. */
export function settingsTable(): string {
  const rows = Object.entries(settings).map(
    ([name, schema]) => `| \`${name}\` | ${defaultOf(schema)} | ${schema.description ?? ""} |`,
  );
  const secrets = secretSettings.map((name) => `\`${name}_FILE\``).join(", ");
  return `# Configuration

This page is made from \`server/src/settings.ts\` by \`npm run generate\`.

Settings come from the environment, or from a file \`weft.config.yaml\` in the folder where the service is started, by
the same names. The environment wins. All of them are checked at start; the service lists every fault and refuses to
start with any.

Secrets can also be given as the path of a file that holds them: ${secrets}.

| Setting | Default | Meaning |
|---|---|---|
${rows.join("\n")}
`;
}

function defaultOf(schema: (typeof settings)[keyof typeof settings]): string {
  const parsed = schema.safeParse(undefined);
  const value = parsed.success ? parsed.data : undefined;
  return value === undefined || value === "" ? "" : `\`${String(value)}\``;
}
