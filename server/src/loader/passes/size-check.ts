import type { Entity } from "../../entities/model/entity.ts";
import { findEntities, findIdsOfNames } from "../../entities/model/entity-store.ts";
import { shorten } from "../../entity-types/kinds/validate-text.ts";
import type { ResolvedProperty, TypeTree } from "../../entity-types/type-tree.ts";
import type { Database } from "../../platform/database/database.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import { sizesIn } from "../drafting/compile-entity-rows.ts";
import {
  byTypePath,
  entitiesOf,
  type ItemRow,
  type KeyedDraft,
  type RowDrafts,
  typePathOf,
} from "../drafting/row-drafts.ts";
import type { IssueSink } from "../load-issue.ts";

/** A cell with sizes of an item, and the property that names its template. */
interface SizedCell {
  readonly row: ItemRow;
  readonly draft: KeyedDraft;
  readonly slug: string;
  readonly templateProperty: string;
}

/**
 * Sizes that the template of an item does not have are a warning, and the property keeps its value, as with an option
 * that is not in its set. The template is the one in the row, or else the one of the item or its family.
 */
export class SizeCheck {
  readonly #db: Database;
  readonly #orgId: string;
  readonly #isNeeded: boolean;
  readonly #sizedAt: (typePath: string) => readonly ResolvedProperty[];

  constructor(db: Database, orgId: string, types: TypeTree) {
    this.#db = db;
    this.#orgId = orgId;
    this.#sizedAt = byTypePath((typePath) => [...types.typeAt(typePath).properties.values()].filter(isSized));
    this.#isNeeded = types.pathsBelow("item").some((path) => this.#sizedAt(path).length > 0);
  }

  /** The rows without unknown sizes, which are reported. */
  async check(rows: readonly RowDrafts[], issues: IssueSink): Promise<readonly RowDrafts[]> {
    const cells = this.#isNeeded ? rows.flatMap((row) => (row.kind === "item" ? this.#cellsOf(row) : [])) : [];
    if (cells.length === 0) {
      return rows;
    }
    const stored = await this.#findStored(cells);
    const templateIds = cells.map((cell) => templateOf(cell, stored));
    const sizesById = await this.#findSizes(templateIds);
    const unknown = new Map<KeyedDraft, string[]>();
    cells.forEach((cell, index) => {
      const known = sizesById.get(templateIds[index] ?? "");
      const strangers =
        known === undefined ? [] : sizesIn(cell.draft.object[cell.slug]).filter((one) => !known.has(one));
      if (strangers.length > 0) {
        reportUnknown(cell, strangers, issues);
        unknown.set(cell.draft, [...(unknown.get(cell.draft) ?? []), cell.slug]);
      }
    });
    return unknown.size === 0 ? rows : rows.map((row) => withoutUnknown(row, unknown));
  }

  #cellsOf(row: ItemRow): SizedCell[] {
    return entitiesOf(row).flatMap((draft) =>
      this.#sizedAt(typePathOf(draft))
        .filter(({ slug }) => sizesIn(draft.object[slug]).length > 0)
        .map(({ slug, templateProperty = "" }) => ({ row, draft, slug, templateProperty })),
    );
  }

  /** By federatedId, the stored items of rows that do not name a template. */
  async #findStored(cells: readonly SizedCell[]): Promise<ReadonlyMap<string, Entity>> {
    const open = cells.filter((cell) => templateInRow(cell) === undefined);
    const names = new Set(open.flatMap(({ row, draft }) => [draft.federatedId, row.family.federatedId]));
    if (names.size === 0) {
      return new Map();
    }
    const ids = await findIdsOfNames(this.#db, this.#orgId, { typePath: "item", prefixes: [] }, [...names]);
    const entities = await findEntities(this.#db, this.#orgId, "item", [...ids.values()]);
    return new Map(entities.map((entity) => [entity.federatedId ?? "", entity]));
  }

  async #findSizes(templateIds: readonly (string | undefined)[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const ids = [...new Set(templateIds.filter((id) => id !== undefined))];
    const templates = ids.length === 0 ? [] : await findEntities(this.#db, this.#orgId, "size-range-template", ids);
    return new Map(templates.map(({ id, properties }) => [id, new Set(sizesIn(properties["sizeRange"]))]));
  }
}

function isSized({ propertyType, templateProperty }: ResolvedProperty): boolean {
  return propertyType === "size_range" && templateProperty !== undefined;
}

/** Null for a row that clears the template. */
function templateInRow({ row, draft, templateProperty }: SizedCell): JsonValue {
  const own = draft.object[templateProperty];
  return own === undefined ? row.family.object[templateProperty] : own;
}

function templateOf(cell: SizedCell, stored: ReadonlyMap<string, Entity>): string | undefined {
  const { row, draft, templateProperty } = cell;
  const storedAt = (federatedId: string) => stored.get(federatedId)?.properties[templateProperty];
  const inRow = templateInRow(cell);
  const id = inRow === undefined ? (storedAt(draft.federatedId) ?? storedAt(row.family.federatedId)) : inRow;
  return typeof id === "string" ? id : undefined;
}

function reportUnknown({ row, slug }: SizedCell, strangers: readonly string[], issues: IssueSink): void {
  issues.add({
    rowNumber: row.rowNumber,
    columnName: slug,
    issueType: "INVALID_DATA",
    severity: "warning",
    message: `${slug} has sizes that are not in the template of the item: ${strangers.map((size) => shorten(size)).join(", ")}.`,
    suggestion: "Correct the cell, or add the sizes to the template; until then the property keeps its value.",
    step: 6,
  });
}

function withoutUnknown(row: RowDrafts, unknown: ReadonlyMap<KeyedDraft, readonly string[]>): RowDrafts {
  if (row.kind !== "item") {
    return row;
  }
  const { family, option } = row;
  return {
    ...row,
    family: withoutSlugs(family, unknown.get(family)),
    ...(option === undefined ? {} : { option: withoutSlugs(option, unknown.get(option)) }),
  };
}

function withoutSlugs(draft: KeyedDraft, slugs: readonly string[] = []): KeyedDraft {
  const object = Object.fromEntries(Object.entries(draft.object).filter(([slug]) => !slugs.includes(slug)));
  return slugs.length === 0 ? draft : { ...draft, object };
}
