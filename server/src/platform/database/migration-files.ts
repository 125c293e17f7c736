import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

export interface Migration {
  readonly number: number;
  readonly fileName: string;
  /** The schema version of the oldest server that can run after this migration. 0: every server. */
  readonly compatibleFrom: number;
  readonly text: string;
}

// Older servers ignore what a migration adds. One that removes or narrows something names the oldest server that can run with the result.
const compatiblePattern = /^-- compatible-from: (\d{4})$/m;

/** The migration files in order: 0001_orgs_and_users.sql is number 1. */
export async function listMigrations(folder: string): Promise<Migration[]> {
  const fileNames = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(fileNames.map((fileName) => readMigration(folder, fileName)));
}

async function readMigration(folder: string, fileName: string): Promise<Migration> {
  const text = await readFile(join(folder, fileName), "utf8");
  const [, compatibleFrom = "0"] = compatiblePattern.exec(text) ?? [];
  return { number: Number.parseInt(fileName, 10), fileName, compatibleFrom: Number(compatibleFrom), text };
}

// Comments, strings, quoted names and dollar-quoted bodies, in which a semicolon ends nothing.
const comment = /--[^\n]*|\/\*[\s\S]*?\*\//;
const quoted = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$/;
const tokens = new RegExp(`${comment.source}|${quoted.source}|;`, "g");

/** The statements of a script, each with the comments before it. */
export function splitStatements(text: string): string[] {
  const ends = [...text.matchAll(tokens)].filter(([token]) => token === ";").map(({ index }) => index + 1);
  const starts = [0, ...ends];
  return starts
    .map((start, place) => text.slice(start, ends[place]).trim())
    .filter((statement) => statement.replaceAll(new RegExp(comment, "g"), "").replace(";", "").trim() !== "");
}

export function newestOf(migrations: readonly { readonly number: number }[]): number {
  return Math.max(0, ...migrations.map(({ number }) => number));
}

/** Those that the database lacks, up to a number if there is one. */
export function pendingOf(
  known: readonly Migration[],
  applied: readonly { readonly number: number }[],
  to = Number.POSITIVE_INFINITY,
): Migration[] {
  const done = new Set(applied.map(({ number }) => number));
  return known.filter(({ number }) => !done.has(number) && number <= to);
}
