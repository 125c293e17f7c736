import { LRUCache } from "lru-cache";
import { shorten } from "../../entity-types/kinds/shorten.ts";
import { entityTypeOf, type ResolvedProperty, type TypeTree } from "../../entity-types/type-tree.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import type { LoadIssue } from "../load-issue.ts";
import type { ItemRow, KeyedDraft, PlainRow } from "../row-drafts.ts";
import { hashText } from "./hash-fields.ts";
import { type Key, type KeyTable, keyOfTexts } from "./key-table.ts";
import { ledgerSpaces } from "./ledger-spaces.ts";

// Types come from cells, so there may be as many as rows.
const typesMax = 1_000;

type Fault = Omit<LoadIssue, "rowNumber">;

/** An entity of the file. */
interface Holder {
  /** Another text for each entity. */
  readonly owner: string;
  /** What unique: "family" is unique within. */
  readonly familyId: string;
  readonly rowNumber: number;
}

type Fields = Readonly<Record<string, JsonValue>>;

/** Values of unique properties that two entities of the file have. What is stored already is for the write path. */
export class UniqueLedger {
  readonly #keys: KeyTable;
  readonly #types: TypeTree;
  readonly #byPath = new LRUCache<string, readonly ResolvedProperty[]>({ max: typesMax });

  constructor(keys: KeyTable, types: TypeTree) {
    this.#keys = keys;
    this.#types = types;
  }

  faultsOfItem({ family, option, projectFields, member, rowNumber }: ItemRow): readonly Fault[] {
    const familyId = family.federatedId;
    const own = option ?? family;
    const ofFamily = { owner: familyId, familyId, rowNumber };
    const ofOwn = { owner: own.federatedId, familyId, rowNumber };
    let faults = this.#faultsOf(typePathOf(family), family.object, ofFamily);
    if (option !== undefined) {
      faults = join(faults, this.#faultsOf(typePathOf(option), option.object, ofOwn));
    }
    if (projectFields !== undefined) {
      faults = join(faults, this.#faultsOf("project-item", projectFields.family, ofFamily));
      faults = join(faults, this.#faultsOf("project-item", projectFields.option ?? {}, ofOwn));
    }
    if (member !== undefined) {
      const owner = `${own.federatedId}/${member.splitValue}/${member.assortmentId ?? ""}`;
      faults = join(faults, this.#faultsOf("assortment-item", member.object, { owner, familyId, rowNumber }));
    }
    return faults;
  }

  faultsOfEntity({ entity, rowNumber }: PlainRow): readonly Fault[] {
    const { federatedId, object } = entity;
    return this.#faultsOf(typePathOf(entity), object, { owner: federatedId, familyId: "", rowNumber });
  }

  #faultsOf(typePath: string, fields: Fields, holder: Holder): readonly Fault[] {
    let faults = none;
    for (const { slug, unique } of this.#uniqueProperties(typePath)) {
      const value = fields[slug];
      if (value !== undefined && value !== null) {
        const text = typeof value === "string" ? value : JSON.stringify(value);
        const entityType = entityTypeOf(typePath);
        // As the write path has it: only items know their family.
        const scope = unique === "family" && entityType === "item" ? holder.familyId : "";
        const earlierRow = this.#rowOfOther(keyOfTexts(ledgerSpaces.unique, entityType, slug, scope, text), holder);
        faults = earlierRow === undefined ? faults : [...faults, takenValue(slug, text, earlierRow)];
      }
    }
    return faults;
  }

  /** The row in which another entity has the value already. */
  #rowOfOther(key: Key, { owner, rowNumber }: Holder): number | undefined {
    const content = hashText(owner, ledgerSpaces.owner);
    const earlier = this.#keys.find(key);
    if (earlier === undefined) {
      this.#keys.put(key, { content, row: rowNumber });
    }
    return earlier === undefined || earlier.content === content ? undefined : earlier.row;
  }

  #uniqueProperties(typePath: string): readonly ResolvedProperty[] {
    let properties = this.#byPath.get(typePath);
    if (properties === undefined) {
      properties = [...this.#types.typeAt(typePath).properties.values()].filter(({ unique }) => unique !== false);
      this.#byPath.set(typePath, properties);
    }
    return properties;
  }
}

const none: readonly Fault[] = [];

function join(faults: readonly Fault[], more: readonly Fault[]): readonly Fault[] {
  return more.length === 0 ? faults : [...faults, ...more];
}

function typePathOf({ object: { typePath }, entityType }: KeyedDraft): string {
  return typeof typePath === "string" ? typePath : entityType;
}

function takenValue(slug: string, text: string, row: number): Fault {
  return {
    columnName: slug,
    issueType: "VALIDATION_ERROR",
    severity: "error",
    message: `${slug} must be unique, but row ${row} has the same value: ${shorten(text)}.`,
    suggestion: `Give each its own ${slug}.`,
    data: shorten(text),
  };
}
