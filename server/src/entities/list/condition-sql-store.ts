import type { Comparison, Condition, FieldTest, ReferredCondition } from "../../lists/criteria.ts";
import type { ListField } from "../../lists/list-field.ts";
import { type SqlStatement, sql } from "../../platform/database/sql.ts";
import { partQueries, partsQuery } from "../search/entity-terms.ts";
import {
  columnSql,
  foundSql,
  includesSql,
  isOfTypeSql,
  numberSql,
  orderedCharactersMax,
  orderSql,
  placeSql,
  prefixSql,
  textSql,
} from "./field-sql-store.ts";
import { escapeLike } from "./like-pattern.ts";
import { allOf, anyOf, belowSql, rightsSql } from "./rights-sql-store.ts";
import {
  type ConditionUse,
  combinedDocuments,
  foldedPartOf,
  isFoundByIndex,
  isTestFoundByIndex,
  useOfAll,
  useOfAny,
  walkOf,
} from "./selectivity.ts";

/**
 * The SQL of a condition. A test of a field that only some rights show is true only where one of those rights applies.
 */
export function conditionSql(condition: Condition, use: ConditionUse): SqlStatement {
  switch (condition.kind) {
    case "all":
      return allSql(condition.of, useOfAll(condition.of, use));
    case "any": {
      const inner = useOfAny(use, isFoundByIndex(condition, use));
      return anyOf(condition.of.map((part) => conditionSql(part, inner)));
    }
    case "field": {
      const { field, test } = condition;
      return allOf([...shownSql(field), testSql(field, test, use)]);
    }
    case "referred":
      return allOf([...shownSql(condition.field), referredSql(condition, use)]);
  }
}

function allSql(parts: readonly Condition[], use: ConditionUse): SqlStatement {
  const documents = use.purpose === "find" ? combinedDocuments(parts, use) : undefined;
  return use.purpose === "walk" || documents === undefined
    ? allOf(parts.map((part) => conditionSql(part, use)))
    : allOf([foundSql(documents, use), ...parts.map((part) => conditionSql(part, walkOf(use)))]);
}

/**
 * Looks up what the reference of each row leads to, by its primary key. The reference is read in a subquery of its own,
 * where the names of columns are still those of the row, and which keeps the planner from joining all of both.
 */
function referredSql({ field, entityType, rights, condition }: ReferredCondition, use: ConditionUse): SqlStatement {
  return sql`exists (
    select 1 from (select ${referenceSql(field)} as reference) origin, entities
    where org_id = ${use.orgId} and entity_type = ${entityType} and id = reference
      and ${rightsSql(rights)} and ${conditionSql(condition, walkOf(use))})`;
}

function referenceSql({ name, valueType }: ListField): SqlStatement {
  return valueType === "list"
    ? sql`jsonb_array_elements_text(case jsonb_typeof(properties -> ${name}::text)
        when 'array' then properties -> ${name}::text else '[]' end)`
    : sql`properties ->> ${name}::text`;
}

function shownSql({ shownBy }: ListField): SqlStatement[] {
  return shownBy === "all" ? [] : [rightsSql(shownBy)];
}

function testSql(field: ListField, test: FieldTest, use: ConditionUse): SqlStatement {
  switch (test.test) {
    case "all":
      return allOf(test.of.map((part) => testSql(field, part, use)));
    case "any": {
      const inner = useOfAny(use, isTestFoundByIndex(field, test, use));
      return anyOf(test.of.map((part) => testSql(field, part, inner)));
    }
    case "not":
      // "is not true" includes null: an absent value is not equal to any value.
      return sql`((${testSql(field, test.of, walkOf(use))}) is not true)`;
    case "absent":
      return absentSql(field);
    case "includes":
      return includesSql(field, test.values, use);
    case "identical":
      return sql`properties -> ${field.name}::text = ${JSON.stringify(test.value)}::jsonb`;
    case "below":
      return belowSql(test.typePath);
    case "contains-text":
      return allOf([...termsSql(field, test, use), sql`strpos(${textSql(field)}, ${test.text}) > 0`]);
    case "holds-text":
      return holdsTextSql(field, test.text);
    case "starts-with":
      return startsWithSql(field, test.text);
    case "matches-text":
      return allOf([
        ...termsSql(field, test, use),
        ofTextSql(field, sql`strpos(${foldedSql(textSql(field))}, ${test.folded}) > 0`),
      ]);
    case "compare":
      return compareSql(field, test);
  }
}

function absentSql(field: ListField): SqlStatement {
  switch (field.place) {
    case "column":
      return sql`${columnSql(field.name)} is null`;
    case "properties":
      return sql`not (properties ? ${field.name}::text)`;
    case "computed":
      return sql`${numberSql(field)} is null`;
  }
}

/**
 * The terms that an entity with the text has, and others may have. In a subquery, so that the planner does not estimate
 * their number, which it would by far exceed, and rather read all entities.
 */
function termsSql({ name, hasTerms }: ListField, test: FieldTest, use: ConditionUse): SqlStatement[] {
  const folded = foldedPartOf(test);
  if (use.purpose === "walk" || !use.terms.hasParts || !hasTerms || folded === undefined) {
    return [];
  }
  const parts = partQueries(use.orgId, use.entityType, folded);
  // The index collects all entities with each part. One that many have narrows nothing, beside another.
  const rare = parts.filter((part) => !use.terms.commonParts.has(part));
  const query = partsQuery(use, name, rare.length === 0 ? parts : rare);
  return parts.length === 0 ? [] : [sql`search_terms @@ (select ${query}::tsquery)`];
}

/**
 * The JSON of a matching value contains the text, whatever its type. The cheap test leaves few rows for the exact one.
 */
function holdsTextSql(field: ListField, text: string): SqlStatement {
  return inTwoStepsSql(
    sql`strpos(${textSql(field)}, ${longestAsWritten(text)}) > 0`,
    anyOf([
      allOf([sql`strpos(${textSql(field)}, ${text}) > 0`, isOfTypeSql(field.name, "string")]),
      sql`properties @> ${JSON.stringify({ [field.name]: [text] })}::jsonb`,
    ]),
  );
}

/** The longest part of a text that JSON represents unescaped. */
function longestAsWritten(text: string): string {
  const parts = text.split(/["\\\p{Cc}]/u);
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest));
}

/** The folded text, by the rules of foldText. Most texts are ASCII, for which the first form is much cheaper. */
export function foldedSql(text: SqlStatement): SqlStatement {
  return sql`(case when octet_length(${text}) = length(${text}) then lower(${text} collate "C") else
    translate(replace(replace(replace(replace(
      lower(regexp_replace(normalize(${text}, nfkd), '[\u0300-\u036f]', '', 'g') collate "default"),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'øđðłıς', 'oddliσ') collate "C" end)`;
}

/** The index on a searchable property covers the first characters. The rest is checked on the rows that it finds. */
function startsWithSql(field: ListField, text: string): SqlStatement {
  const whole = ofTextSql(field, sql`starts_with(${textSql(field)}, ${text})`);
  return isTextIndexed(field)
    ? allOf([hasSql(field), sql`${prefixSql(field.name)} like ${`${escapeLike(firstCharacters(text))}%`}`, whole])
    : whole;
}

function compareSql(field: ListField, test: Extract<FieldTest, { test: "compare" }>): SqlStatement {
  const { by, comparison, value } = test;
  const sign = signs[comparison];
  switch (by) {
    case "number":
      return compareNumberSql(field, sign, value);
    case "time":
      return sql`${orderSql(field)} ${sign} ${value}::timestamptz`;
    case "option":
      return sql`${placeSql(field)} ${sign} ${value}::integer`;
    case "text":
      return compareTextSql(field, comparison, String(value));
  }
}

/** Without an index, compares the JSON value, which is cheaper than extracting the number first. */
function compareNumberSql(field: ListField, sign: SqlStatement, value: string | number): SqlStatement {
  return field.place !== "properties" || field.isSearchable
    ? allOf([...indexHint(field), sql`${numberSql(field)} ${sign} ${value}::numeric`])
    : inTwoStepsSql(
        sql`properties -> ${field.name}::text ${sign} ${String(value)}::jsonb`,
        isOfTypeSql(field.name, "number"),
      );
}

function compareTextSql(field: ListField, comparison: Comparison, value: string): SqlStatement {
  const whole = ofTextSql(field, sql`${textSql(field)} ${signs[comparison]} ${value}`);
  const sign = comparison === "gt" || comparison === "gte" ? signs.gte : signs.lte;
  return isTextIndexed(field)
    ? allOf([hasSql(field), sql`${prefixSql(field.name)} ${sign} ${firstCharacters(value)}`, whole])
    : whole;
}

const signs: Readonly<Record<Comparison, SqlStatement>> = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` };

/** A property of any type is compared only where it holds a text. */
function ofTextSql({ valueType, name }: ListField, comparison: SqlStatement): SqlStatement {
  return valueType === "any" || valueType === "json"
    ? inTwoStepsSql(comparison, isOfTypeSql(name, "string"))
    : comparison;
}

/**
 * Both conditions, the cheaper one first. With "and", the planner would multiply its estimates, expect fewer rows than
 * a page, and read the whole type where the first rows suffice.
 */
function inTwoStepsSql(cheap: SqlStatement, exact: SqlStatement): SqlStatement {
  return sql`(case when ${cheap} then ${exact} end)`;
}

function isTextIndexed(field: ListField): boolean {
  return field.isSearchable && (field.ordering === "text" || field.ordering === "option");
}

/**
 * The index on a searchable property is partial: it covers only entities that have the property, and requires this
 * condition.
 */
export function indexHint(field: ListField): SqlStatement[] {
  return field.isSearchable ? [hasSql(field)] : [];
}

function hasSql(field: ListField): SqlStatement {
  return sql`properties ? ${field.name}::text`;
}

function firstCharacters(text: string): string {
  return Array.from(text).slice(0, orderedCharactersMax).join("");
}
