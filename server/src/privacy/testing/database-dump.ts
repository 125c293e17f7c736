import { inflateRawSync, unzipSync } from "node:zlib";
import type { Database } from "../../platform/database/database.ts";
import { sql } from "../../platform/database/sql.ts";

/** A row of some table, as text. */
interface DumpedRow {
  readonly table: string;
  readonly text: string;
}

/** Every row of every table of the database as text, with binary values also as the text that they hold. */
async function dumpDatabase(db: Database): Promise<DumpedRow[]> {
  const tables = await db.query<{ name: string }>(sql`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`);
  const dumped: DumpedRow[] = [];
  for (const { name: table } of tables) {
    const rows = await db.query<{ text: string; row: Record<string, unknown> }>({
      text: `select t::text as text, to_jsonb(t) as row from "${table}" t`,
      values: [],
    });
    dumped.push(...rows.map(({ text, row }) => ({ table, text: `${text} ${hiddenTexts(row)}` })));
  }
  return dumped;
}

const binary = /^\\x((?:[0-9a-f]{2})+)$/;

function hiddenTexts(row: Record<string, unknown>): string {
  return Object.values(row)
    .flatMap((value) => (typeof value === "string" ? (binary.exec(value)?.[1] ?? []) : []))
    .map((digits) => Buffer.from(digits, "hex"))
    .flatMap((bytes) => [bytes, ...unpacked(bytes)])
    .map((bytes) => bytes.toString("utf8"))
    .join(" ");
}

function unpacked(bytes: Buffer): Buffer[] {
  return [unzipSync, inflateRawSync].flatMap((unpack) => {
    try {
      return [unpack(bytes)];
    } catch {
      return [];
    }
  });
}

/** The tables whose dump contains one of the texts in any case, with the text. */
export async function searchDatabase(db: Database, texts: readonly string[]): Promise<string[]> {
  const dumped = await dumpDatabase(db);
  const found = dumped.flatMap(({ table, text }) => {
    const lower = text.toLowerCase();
    return texts.filter((one) => lower.includes(one.toLowerCase())).map((one) => `${table}: ${one}`);
  });
  return [...new Set(found)].sort();
}
