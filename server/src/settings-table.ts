import { secretSettings, settings } from "./settings.ts";

/** Generates docs/configuration.md. */
export function settingsTable(): string {
  const rows = Object.entries(settings).map(
    ([name, schema]) => `| \`${name}\` | ${defaultOf(schema)} | ${schema.description ?? ""} |`,
  );
  const secrets = secretSettings.map((name) => `\`${name}_FILE\``).join(", ");
  return `# Configuration

This page is generated from \`server/src/settings.ts\` by \`npm run generate\`.

Settings come from the environment, or from a file \`weft.config.yaml\` with the same names in the directory where the
service is started. The environment takes precedence. All settings are checked at start; the service reports every
error and does not start if there is any.

A secret can also be set as the path of a file that contains it: ${secrets}.

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
