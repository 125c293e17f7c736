import { shorten } from "../../entity-types/kinds/validate-text.ts";
import type { TypeTree } from "../../entity-types/type-tree.ts";
import type { IssueSink } from "../load-issue.ts";
import { type ErrorText, FamilyLedger } from "./family-ledger.ts";
import { hashField, hashFields, type Key, KeyTable, keyOfTexts, ledgerSpaces } from "./key-table.ts";
import type { ItemRow, KeyedDraft, PlainRow, RowDrafts } from "./row-drafts.ts";
import { UniqueLedger } from "./unique-ledger.ts";

interface LedgerOptions {
  readonly types: TypeTree;
  /** After preprocessing. */
  readonly columns: readonly string[];
}

/**
 * Detects repeated ids, names and unique values across all rows of a file. A row that equals an earlier one is a
 * warning; a row that contradicts it is an error.
 */
export class FileLedger {
  readonly #keys = new KeyTable();
  readonly #families: FamilyLedger;
  readonly #uniqueValues: UniqueLedger;
  #customType: { readonly typePath: string; readonly row: number } | undefined;

  constructor({ types, columns }: LedgerOptions) {
    this.#families = new FamilyLedger(this.#keys, types, columns);
    this.#uniqueValues = new UniqueLedger(this.#keys, types);
  }

  /** The memory that it uses. */
  get byteLength(): number {
    return this.#keys.byteLength;
  }

  /** The number of rows that contradict an earlier row on an entity, and take precedence. */
  get contradictions(): number {
    return this.#families.contradictions;
  }

  /** Returns false if the row has an error. The error is then already reported. */
  check(drafts: RowDrafts, issues: IssueSink): boolean {
    const errors = drafts.kind === "item" ? this.#checkItem(drafts, issues) : this.#checkEntity(drafts, issues);
    for (const issue of errors) {
      issues.add({ rowNumber: drafts.rowNumber, ...issue });
    }
    return errors.length === 0;
  }

  #checkItem(row: ItemRow, issues: IssueSink): readonly ErrorText[] {
    const own = this.#checkOwn(row, issues);
    const family = this.#families.check(row, issues);
    const unique = this.#uniqueValues.validateItem(row);
    return own === undefined && family === undefined ? unique : [own, family, ...unique].filter(isError);
  }

  #checkEntity(row: PlainRow, issues: IssueSink): readonly ErrorText[] {
    const { entity, rowNumber } = row;
    const key = keyOfTexts(ledgerSpaces.entity, entity.entityType, entity.federatedId);
    const content = hashFields(entity.object, ledgerSpaces.entity);
    const repeated = this.#note(key, { content, row: rowNumber });
    const error =
      repeated === undefined ? undefined : reportRepeated({ ...repeated, ...nameOf(entity), rowNumber }, issues);
    return [this.#checkCustomType(row), error, ...this.#uniqueValues.validateEntity(row)].filter(isError);
  }

  /** The main item of the row: its option, or its family if it has none. */
  #checkOwn(row: ItemRow, issues: IssueSink): ErrorText | undefined {
    const { family, option, projectFields, rowNumber } = row;
    const own = option ?? family;
    const space = option === undefined ? ledgerSpaces.familyRow : ledgerSpaces.option;
    const seasonal = option === undefined ? projectFields?.family : projectFields?.option;
    const content =
      (hashFields(own.object, space) +
        hashFields(seasonal ?? {}, ledgerSpaces.projectItem) +
        hashField("itemFamilyFederatedId", family.federatedId, ledgerSpaces.entity)) >>>
      0;
    const found = this.#note(keyOfTexts(space, own.federatedId), { content, row: rowNumber });
    const member = this.#noteMember(row, own);
    if (found === undefined) {
      return undefined;
    }
    // An item may be in several assortments, and then has a row for each.
    const repeated = found.isSame && row.member !== undefined ? member : found;
    const columnName = option === undefined ? "itemFamilyFederatedId" : "itemOptionFederatedId";
    return repeated === undefined
      ? undefined
      : reportRepeated({ ...repeated, columnName, federatedId: own.federatedId, rowNumber }, issues);
  }

  #noteMember({ member, rowNumber }: ItemRow, { federatedId }: KeyedDraft): Repeated | undefined {
    if (member === undefined) {
      return undefined;
    }
    const { splitValue, assortmentId = "", change, object } = member;
    const content = (hashFields(object, ledgerSpaces.member) + hashField("change", change, ledgerSpaces.entity)) >>> 0;
    return this.#note(keyOfTexts(ledgerSpaces.member, federatedId, splitValue, assortmentId), {
      content,
      row: rowNumber,
    });
  }

  /** Whether the key is repeated, and its first row. */
  #note(key: Key, seen: { readonly content: number; readonly row: number }): Repeated | undefined {
    const first = this.#keys.findOrPut(key, seen);
    return first === undefined ? undefined : { firstRow: first.row, isSame: first.content === seen.content };
  }

  #checkCustomType({ entity, rowNumber }: PlainRow): ErrorText | undefined {
    const { typePath } = entity.object;
    if (entity.entityType !== "custom-entity" || typeof typePath !== "string") {
      return undefined;
    }
    this.#customType ??= { typePath, row: rowNumber };
    const first = this.#customType;
    return first.typePath === typePath
      ? undefined
      : {
          columnName: "typePath",
          issueType: "INVALID_DATA",
          severity: "error",
          message: `typePath is ${typePath}, but row ${first.row} has ${first.typePath}: a load can create custom entities of only one type.`,
          suggestion: "Load each type from its own file.",
          data: shorten(typePath),
        };
  }
}

interface Repeated {
  readonly firstRow: number;
  readonly isSame: boolean;
}

interface RepeatedId extends Repeated {
  readonly columnName: string;
  readonly federatedId: string;
  readonly rowNumber: number;
}

function nameOf({ federatedId }: KeyedDraft) {
  return { columnName: "federatedId", federatedId };
}

/** Equal rows are a warning. Different rows are an error, which is returned. */
function reportRepeated({ columnName, federatedId, rowNumber, firstRow, isSame }: RepeatedId, issues: IssueSink) {
  const issue = { columnName, issueType: "DUPLICATE_FEDERATED_ID", data: shorten(federatedId) } as const;
  if (!isSame) {
    return {
      ...issue,
      severity: "error",
      message: `${columnName} ${shorten(federatedId)} is already in row ${firstRow}, with different content.`,
      suggestion: "Keep one of the rows, or use different ids; propertiesToRemove drops columns that may differ.",
    } as const;
  }
  issues.add({
    ...issue,
    rowNumber,
    severity: "warning",
    message: `${columnName} ${shorten(federatedId)} is already in row ${firstRow}, with the same content.`,
    suggestion: "Remove one of the rows.",
  });
  return undefined;
}

function isError(error: ErrorText | undefined): error is ErrorText {
  return error !== undefined;
}
