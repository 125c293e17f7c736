import type { TypeRight } from "../../access/decide.ts";
import type { ListField } from "../../lists/list-field.ts";
import { type SqlStatement, sql } from "../../platform/database/sql.ts";
import { foldedSql } from "../list/condition-sql-store.ts";
import { columnSql } from "../list/field-sql-store.ts";
import { escapeLike } from "../list/like-pattern.ts";
import { allOf, anyOf, coversAll, rightsSql } from "../list/rights-sql-store.ts";
import { fieldOfTerm, termQuery, termStart } from "./entity-terms.ts";
import type { Search } from "./search.ts";
import type { OrgType } from "./terms-store.ts";

interface SearchScope extends OrgType {
  readonly rights: readonly TypeRight[];
  /** True while rows exist whose terms are still to be computed: they are searched by their texts. */
  readonly lacksTerms: boolean;
}

/** True if every word begins a word of a field that the caller may read. */
export function searchSql(search: Search, scope: SearchScope): SqlStatement {
  if (search.isEmpty) {
    return sql`true`;
  }
  if (search.words.length === 0) {
    return sql`false`;
  }
  const byTerms = allOf([
    sql`search_terms @@ ${termQuery(scope.orgId, scope.entityType, search.words)}::tsquery`,
    ...shownTermsSql(search, scope),
  ]);
  return scope.lacksTerms
    ? sql`(case when search_version is not distinct from -version then ${byTerms} else ${textsSql(search)} end)`
    : byTerms;
}

/** The index ignores which field has a word. For a caller that may read all of them, it is exact. */
function shownTermsSql({ words, fields }: Search, scope: SearchScope): SqlStatement[] {
  const { orgId, entityType, rights } = scope;
  if (coversAll(rights) && fields.every(({ shownBy }) => shownBy === "all")) {
    return [];
  }
  const own = fields.map((field) => ({
    name: fieldOfTerm(field, "entity"),
    where: field.shownBy === "all" ? sql`true` : rightsSql(field.shownBy),
  }));
  const ofFamily = fields.map((field) => ({
    name: fieldOfTerm(field, "family"),
    where: familySql(orgId, field.shownBy === "all" ? rights : field.shownBy),
  }));
  const shown = anyOf(
    [...own, ...(entityType === "item" ? ofFamily : [])].map(
      ({ name, where }) => sql`(split_part(term, '/', 2) = ${name} and ${where})`,
    ),
  );
  return words.map(
    (word) => sql`exists (
      select 1 from unnest(tsvector_to_array(search_terms)) term
      where starts_with(term, ${termStart(orgId, entityType, word)}) and ${shown})`,
  );
}

/** One of the rights covers the family of the row. */
function familySql(orgId: string, rights: readonly TypeRight[]): SqlStatement {
  return sql`exists (
    select 1 from (select properties ->> 'itemFamilyId' as family_id) reference cross join lateral (
      select 1 from entities
      where org_id = ${orgId} and entity_type = 'item' and id = reference.family_id and ${rightsSql(rights)}
    ) family)`;
}

/**
 * For rows without terms: true if every word occurs in one of the fields, folded. A word has no line break,
 * so it never spans two fields.
 */
function textsSql({ words, fields }: Search): SqlStatement {
  const [first = sql`null`, ...rest] = fields.map(shownTextSql);
  const texts = rest.reduce((before, text) => sql`${before}, ${text}`, first);
  const patterns = words.map((word) => `%${escapeLike(word)}%`);
  return sql`${foldedSql(sql`concat_ws(chr(10), ${texts})`)} like all (${patterns}::text[])`;
}

function shownTextSql(field: ListField): SqlStatement {
  const text = field.place === "column" ? columnSql(field.name) : sql`properties ->> ${field.name}::text`;
  return field.shownBy === "all" ? text : sql`case when ${rightsSql(field.shownBy)} then ${text} end`;
}
