import { type SqlStatement, sql } from "../platform/database/sql.ts";

/** A time of a row that many seconds earlier. Citus refuses to subtract an interval: that depends on the time zone. */
export function earlier(column: SqlStatement, seconds: number): SqlStatement {
  return sql`to_timestamp((extract(epoch from (${column} - to_timestamp(0))) - ${seconds})::double precision)`;
}
