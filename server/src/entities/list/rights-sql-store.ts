import type { TypeRight } from "../../access/decide.ts";
import { type SqlStatement, sql } from "../../platform/database/sql.ts";

/** The entities that one of the rights covers. */
export function rightsSql(rights: readonly TypeRight[]): SqlStatement {
  return coversAll(rights) ? sql`true` : anyOf(rights.map(rightSql));
}

/** True if one of the rights covers every entity of the kind. */
export function coversAll(rights: readonly TypeRight[]): boolean {
  return rights.some(coversType);
}

function coversType({ typePath, includesBelow, project }: TypeRight): boolean {
  return !typePath.includes(":") && includesBelow && project === undefined;
}

function rightSql({ typePath, includesBelow, project }: TypeRight): SqlStatement {
  return allOf([
    includesBelow ? belowSql(typePath) : sql`type_path = ${typePath}`,
    ...(project === undefined ? [] : [projectSql(project)]),
  ]);
}

function projectSql({ id, membership }: NonNullable<TypeRight["project"]>): SqlStatement {
  switch (membership) {
    case "itself":
      return sql`id = ${id}`;
    case "projectId":
      return sql`project_id = ${id}`;
  }
}

/** A path and all paths below it, defined or not. The character after a colon is a semicolon. */
export function belowSql(typePath: string): SqlStatement {
  return typePath.includes(":")
    ? sql`(type_path = ${typePath} or (type_path >= ${`${typePath}:`} and type_path < ${`${typePath};`}))`
    : sql`entity_type = ${typePath}`;
}

/** "all" of an empty list is true, "any" is false. */
export function allOf(parts: readonly SqlStatement[]): SqlStatement {
  const [first = sql`true`, ...rest] = parts;
  return rest.reduce((before, part) => sql`${before} and ${part}`, first);
}

export function anyOf(parts: readonly SqlStatement[]): SqlStatement {
  const [first = sql`false`, ...rest] = parts;
  return sql`(${rest.reduce((before, part) => sql`${before} or ${part}`, first)})`;
}
