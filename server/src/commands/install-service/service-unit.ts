import { createHash } from "node:crypto";
import { StartError } from "../../platform/start-error.ts";

export const serviceName = "weft";
export const accountName = "weft";
export const dataFolderDefault = "/var/lib/weft";
export const settingsFolder = "/etc/weft";

/** What differs between the unit in deploy/ and the installed one. */
export interface UnitPaths {
  /** The words before "serve". */
  readonly command: readonly string[];
  readonly dataFolder: string;
}

const marker = /^# Installed by weft admin install-service, SHA-256 ([0-9a-f]{64})\n/;
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** The unit for this program. Its first line says whether it was changed afterwards. */
export function fillUnit(template: string, { command, dataFolder }: UnitPaths): string {
  const words = [...command.map(quoteWord), "serve"].join(" ");
  const text = template
    .replace(/^#.*\n/, "")
    .replaceAll(dataFolderDefault, () => requirePlainPath(dataFolder))
    .replace(/^ExecStart=.*$/m, () => `ExecStart=${words}`);
  return `# Installed by weft admin install-service, SHA-256 ${hashOf(text)}\n${text}`;
}

/** Whether the command wrote it, and it has not been changed since. */
export function isUnchangedUnit(unit: string): boolean {
  const [line = "", hash] = marker.exec(unit) ?? [];
  return hash === hashOf(unit.slice(line.length));
}

export function dataFolderOf(unit: string): string | undefined {
  return /^Environment=DATA_DIR=(.+)$/m.exec(unit)?.[1];
}

/** A word of ExecStart: % begins a specifier, and quotes keep spaces. */
function quoteWord(word: string): string {
  const path = requirePath(word, /^\/[\w./@+,:% -]*$/).replaceAll("%", "%%");
  return path.includes(" ") ? `"${path}"` : path;
}

/** Lists of folders and environments are divided by spaces. */
function requirePlainPath(path: string): string {
  return requirePath(path, /^\/[\w./@+-]*[\w@+-]$/);
}

function requirePath(path: string, allowed: RegExp): string {
  if (!allowed.test(path)) {
    throw new StartError(
      `The unit cannot name ${path}. Use an absolute path of letters, digits and common punctuation, such as /opt/weft or /var/lib/weft.`,
    );
  }
  return path;
}
