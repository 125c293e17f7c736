import { shorten } from "../../entity-types/kinds/validate-text.ts";
import { entityTypeOf, type ResolvedProperty, type TypeTree } from "../../entity-types/type-tree.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import type { ErrorText } from "./family-ledger.ts";
import { hashText, type Key, type KeyTable, keyOfTexts, ledgerSpaces } from "./key-table.ts";
import { byTypePath, type ItemRow, type PlainRow, typePathOf } from "./row-drafts.ts";

/** An entity of the file. */
interface Holder {
  /** A different text for each entity. */
  readonly owner: string;
  /** The scope of unique: "family". */
  readonly familyId: string;
  readonly rowNumber: number;
}

type Fields = Readonly<Record<string, JsonValue>>;

/** Values of unique properties that two entities of the file share. Stored values are checked by the write path. */
export class UniqueLedger {
  readonly #keys: KeyTable;
  readonly #uniqueProperties: (typePath: string) => readonly ResolvedProperty[];

  constructor(keys: KeyTable, types: TypeTree) {
    this.#keys = keys;
    this.#uniqueProperties = byTypePath((typePath) =>
      [...types.typeAt(typePath).properties.values()].filter(({ unique }) => unique !== false),
    );
  }

  validateItem({ family, option, projectFields, member, rowNumber }: ItemRow): readonly ErrorText[] {
    const familyId = family.federatedId;
    const own = option ?? family;
    const ofFamily = { owner: familyId, familyId, rowNumber };
    const ofOwn = { owner: own.federatedId, familyId, rowNumber };
    let errors = this.#errorsOf(typePathOf(family), family.object, ofFamily);
    if (option !== undefined) {
      errors = join(errors, this.#errorsOf(typePathOf(option), option.object, ofOwn));
    }
    if (projectFields !== undefined) {
      errors = join(errors, this.#errorsOf("project-item", projectFields.family, ofFamily));
      errors = join(errors, this.#errorsOf("project-item", projectFields.option ?? {}, ofOwn));
    }
    if (member !== undefined) {
      const owner = `${own.federatedId}/${member.splitValue}/${member.assortmentId ?? ""}`;
      errors = join(errors, this.#errorsOf("assortment-item", member.object, { owner, familyId, rowNumber }));
    }
    return errors;
  }

  validateEntity({ entity, rowNumber }: PlainRow): readonly ErrorText[] {
    const { federatedId, object } = entity;
    return this.#errorsOf(typePathOf(entity), object, { owner: federatedId, familyId: "", rowNumber });
  }

  #errorsOf(typePath: string, fields: Fields, holder: Holder): readonly ErrorText[] {
    let errors = none;
    for (const { slug, unique } of this.#uniqueProperties(typePath)) {
      const value = fields[slug];
      if (value !== undefined && value !== null) {
        const text = typeof value === "string" ? value : JSON.stringify(value);
        const entityType = entityTypeOf(typePath);
        // As in the write path: only items have a family.
        const scope = unique === "family" && entityType === "item" ? holder.familyId : "";
        const earlierRow = this.#rowOfOther(keyOfTexts(ledgerSpaces.unique, entityType, slug, scope, text), holder);
        errors = earlierRow === undefined ? errors : [...errors, takenValue(slug, text, earlierRow)];
      }
    }
    return errors;
  }

  /** The row in which another entity already has the value. */
  #rowOfOther(key: Key, { owner, rowNumber }: Holder): number | undefined {
    const content = hashText(owner, ledgerSpaces.owner);
    const earlier = this.#keys.findOrPut(key, { content, row: rowNumber });
    return earlier === undefined || earlier.content === content ? undefined : earlier.row;
  }
}

const none: readonly ErrorText[] = [];

function join(errors: readonly ErrorText[], more: readonly ErrorText[]): readonly ErrorText[] {
  return more.length === 0 ? errors : [...errors, ...more];
}

function takenValue(slug: string, text: string, row: number): ErrorText {
  return {
    columnName: slug,
    issueType: "VALIDATION_ERROR",
    severity: "error",
    message: `${slug} must be unique, but row ${row} has the same value: ${shorten(text)}.`,
    suggestion: `Use a different ${slug} in each row.`,
    data: shorten(text),
  };
}
