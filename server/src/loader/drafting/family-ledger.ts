import { shorten } from "../../entity-types/kinds/validate-text.ts";
import type { TypeTree } from "../../entity-types/type-tree.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import type { IssueSink, LoadIssue } from "../load-issue.ts";
import { slugsSharedByOptions } from "./compile-column-plan.ts";
import { hashField, hashFields, hashText, type KeyTable, keyOfTexts, ledgerSpaces } from "./key-table.ts";
import { byTypePath, type ItemRow, typePathOf } from "./row-drafts.ts";

/** An issue of the row that is checked. */
export type ErrorText = Omit<LoadIssue, "rowNumber">;

type Fields = Readonly<Record<string, JsonValue>>;

const always = ["name", "typePath"];

/** The values that the rows of one family should agree on. */
export class FamilyLedger {
  readonly #keys: KeyTable;
  readonly #sharedSlugsOf: (typePath: string) => ReadonlySet<string>;
  #contradictions = 0;

  constructor(keys: KeyTable, types: TypeTree, columns: readonly string[]) {
    this.#keys = keys;
    this.#sharedSlugsOf = byTypePath(
      (typePath) => new Set([...always, ...slugsSharedByOptions(types.typeAt(typePath), columns)]),
    );
  }

  /** The number of rows whose family values contradict those of an earlier row. */
  get contradictions(): number {
    return this.#contradictions;
  }

  /**
   * Reports contradictions between the rows of a family. Returns an error if an id is both a family's and an option's.
   */
  check(row: ItemRow, issues: IssueSink): ErrorText | undefined {
    const { family, rowNumber } = row;
    const key = keyOfTexts(ledgerSpaces.family, family.federatedId);
    const content = this.#contentOf(row);
    const earlier = this.#keys.find(key);
    if (earlier?.content !== content) {
      if (earlier !== undefined) {
        this.#contradictions++;
        issues.add(differingFamily(row, earlier.row));
      }
      // Keeps the latest row: it takes precedence, so the next row is compared with it.
      this.#keys.put(key, { content, row: rowNumber });
      this.#checkName(row, issues);
    }
    return this.#validateRole(row, earlier === undefined);
  }

  /** Option rows set only shared values of their family; a row of the family itself sets more. */
  #contentOf({ family, option, projectFields }: ItemRow): number {
    const seasonal = projectFields?.family ?? {};
    const hash =
      option === undefined
        ? this.#hashShared(family.object, typePathOf(family)) + this.#hashShared(seasonal, "project-item")
        : hashFields(family.object, ledgerSpaces.family) + hashFields(seasonal, ledgerSpaces.family);
    return hash >>> 0;
  }

  #hashShared(fields: Fields, typePath: string): number {
    let sum = 0;
    for (const slug of this.#sharedSlugsOf(typePath)) {
      sum = (sum + hashField(slug, fields[slug], ledgerSpaces.family)) | 0;
    }
    return sum;
  }

  #checkName({ family, rowNumber }: ItemRow, issues: IssueSink): void {
    const { name } = family.object;
    const key = keyOfTexts(ledgerSpaces.familyName, String(name));
    const owner = hashText(family.federatedId, ledgerSpaces.owner);
    const earlier = this.#keys.findOrPut(key, { content: owner, row: rowNumber });
    if (earlier !== undefined && earlier.content !== owner) {
      issues.add({
        rowNumber,
        columnName: "name",
        issueType: "VALIDATION_ERROR",
        severity: "warning",
        message: `The family ${shorten(family.federatedId)} has the same name as another family, in row ${earlier.row}.`,
        suggestion: "Use the same itemFamilyFederatedId in both rows if they are the same family.",
        data: shorten(String(name)),
      });
    }
  }

  /** Families and options are items: an id can belong to only one of them. */
  #validateRole({ family, option }: ItemRow, isNewFamily: boolean): ErrorText | undefined {
    const asFamily =
      option === undefined ? undefined : this.#keys.find(keyOfTexts(ledgerSpaces.family, option.federatedId));
    if (option !== undefined && asFamily !== undefined) {
      return bothRoles("itemOptionFederatedId", option.federatedId, `a family in row ${asFamily.row}`);
    }
    const asOption = isNewFamily ? this.#keys.find(keyOfTexts(ledgerSpaces.option, family.federatedId)) : undefined;
    return asOption === undefined
      ? undefined
      : bothRoles("itemFamilyFederatedId", family.federatedId, `an option in row ${asOption.row}`);
  }
}

/** A warning: the specification allows it to be reported, but does not call it an error. The later row wins. */
function differingFamily({ family, rowNumber }: ItemRow, earlierRow: number): LoadIssue {
  return {
    rowNumber,
    columnName: "itemFamilyFederatedId",
    issueType: "DUPLICATE_FEDERATED_ID",
    severity: "warning",
    message: `The family ${shorten(family.federatedId)} has different values in this row and in row ${earlierRow}; the later row takes precedence.`,
    suggestion: "Use the same name, typePath and family-level values in all rows of a family.",
    data: shorten(family.federatedId),
  };
}

function bothRoles(columnName: string, federatedId: string, other: string) {
  return {
    columnName,
    issueType: "DUPLICATE_FEDERATED_ID",
    severity: "error",
    message: `${columnName} ${shorten(federatedId)} is also ${other}.`,
    suggestion: "Use different ids for families and options.",
    data: shorten(federatedId),
  } as const;
}
