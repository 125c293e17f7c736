import pg from "pg";

const readAny = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, "text");

/**
 * A time with its zone. Nearly all come as 2026-12-31 12:00:00.123+00, which the engine itself reads in a tenth of the
 * time that it takes to read any form; every entity of a list has two.
 */
export function readTimestamp(text: string): unknown {
  const isUsual = text.endsWith("+00") && text.charAt(4) === "-" && text.charAt(10) === " ";
  return isUsual ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : readAny(text);
}
