import type { LoadedSettings } from "./config.ts";
import { type SettingName, settings } from "./settings.ts";

/**
 * Settings that a running node applies when it gets SIGHUP. The others need a restart. So does WEFT_SECRET: the start
 * compares it with the database and the other nodes, and a node that is refused leaves the others running.
 */
const reloadable: readonly SettingName[] = [
  "TLS_CERT",
  "TLS_KEY",
  "LOG_LEVEL",
  "LOG_SAMPLE_RATE",
  "WEFT_RATE_LIMIT",
  "WEFT_ORG_RATE_LIMIT",
];

export interface ChangedSettings {
  readonly applied: readonly SettingName[];
  readonly needRestart: readonly SettingName[];
}

/** Names the settings that differ. A certificate may be a new one in the same file. */
export function changedSettings(before: LoadedSettings, after: LoadedSettings): ChangedSettings {
  const [old, next] = [contentsOf(before), contentsOf(after)];
  const changed = settingNames().filter((name) => old[name] !== next[name]);
  // A node cannot change between HTTP and HTTPS.
  const canApply = (name: SettingName) =>
    reloadable.includes(name) &&
    (!name.startsWith("TLS_") || (before.config.tls === undefined) === (after.config.tls === undefined));
  return { applied: changed.filter(canApply), needRestart: changed.filter((name) => !canApply(name)) };
}

function settingNames(): SettingName[] {
  const isSetting = (name: string): name is SettingName => name in settings;
  return Object.keys(settings).filter(isSetting);
}

function contentsOf({ config, raw }: LoadedSettings): Readonly<Record<string, string | undefined>> {
  return { ...raw, TLS_CERT: config.tls?.cert, TLS_KEY: config.tls?.key };
}
