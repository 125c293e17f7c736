import type { DescribedProperty } from "@weft/contract";
import { findUserIdsByNames } from "../access/user-store.ts";
import { Misfits, type StoredEntity } from "../entity-types/find-misfits.ts";
import { error } from "../entity-types/kinds/property-kind.ts";
import { propertyKinds } from "../entity-types/kinds/property-kinds.ts";
import { splitList } from "../entity-types/kinds/read-list.ts";
import { entityTypeOf, type ResolvedProperty, type TypeTree } from "../entity-types/type-tree.ts";
import type { Database } from "../platform/database/database.ts";
import type { JsonValue } from "../platform/json-value.ts";
import { isSameJson } from "../platform/same-json.ts";
import { findIdsOfNames } from "./model/entity-store.ts";
import { federatedPrefixes } from "./model/federated-id.ts";
import { requireWritten, type SentFields, type Writer } from "./model/write-request.ts";
import { storedEntities } from "./stored-entities-store.ts";
import { wantedPathOf } from "./write/check-draft.ts";
import type { OpenWrite } from "./write/open-write.ts";

export interface TextConversion {
  /** Includes the new properties. */
  readonly types: TypeTree;
  readonly typePath: string;
  readonly properties: readonly DescribedProperty[];
  readonly writer: Writer;
}

export interface Converted {
  readonly converted: number;
  readonly misfits: Misfits;
}

/**
 * Parses the texts that are stored in place of properties as cells of a load are parsed, and writes the parsed values.
 */
export async function convertTexts(write: OpenWrite, conversion: TextConversion): Promise<Converted> {
  const { types, typePath, writer } = conversion;
  const columns = columnsOf(conversion);
  const entityType = entityTypeOf(typePath);
  const having = columns.map(({ columnName }) => columnName);
  const scope = { entityType, typePaths: types.pathsBelow(typePath), touching: { having, lacking: [] } };
  const misfits = new Misfits();
  let converted = 0;
  for await (const page of storedEntities.pages(write.tx, write.orgId, scope)) {
    const names = await lookUp(write.tx, write.orgId, page, { columns, types });
    const requests = page.flatMap((entity) => {
      const { object, invalid } = read(entity, columns, names);
      if (invalid.length > 0) {
        misfits.add(entity.id, invalid);
      }
      const isChanged = invalid.length === 0 && Object.keys(object).length > 0;
      return isChanged
        ? [{ draft: { op: "update", entityType, address: { id: entity.id }, object }, writer } as const]
        : [];
    });
    await writeAll(write, requests);
    converted += requests.length;
  }
  return { converted, misfits };
}

async function writeAll(write: OpenWrite, requests: Parameters<OpenWrite["add"]>[0]): Promise<void> {
  for (const planned of await write.add(requests)) {
    requireWritten(planned);
  }
}

/** A property, and the column that holds its texts. */
interface TextColumn {
  readonly columnName: string;
  readonly property: ResolvedProperty;
}

function columnsOf({ types, typePath, properties }: TextConversion): TextColumn[] {
  const { properties: resolved } = types.typeAt(typePath);
  return properties.flatMap(({ slug, columnName = slug }) => {
    const property = resolved.get(slug);
    return property === undefined ? [] : [{ columnName, property }];
  });
}

type Names = ReadonlyMap<string, ReadonlyMap<string, string>>;

function read({ properties }: StoredEntity, columns: readonly TextColumn[], names: Names) {
  const object: Record<string, JsonValue> = {};
  const invalid: string[] = [];
  for (const { columnName, property } of columns) {
    const stored = properties[columnName];
    const reading = stored === undefined ? undefined : readValue(stored, property, names);
    if (reading !== undefined && "error" in reading) {
      invalid.push(property.slug);
    } else if (reading !== undefined && (columnName !== property.slug || !isSameJson(stored, reading.value))) {
      object[property.slug] = reading.value;
      if (columnName !== property.slug) {
        object[columnName] = null;
      }
    }
  }
  return { object: object satisfies SentFields, invalid };
}

function readValue(stored: JsonValue, property: ResolvedProperty, names: Names) {
  const kind = propertyKinds[property.propertyType];
  const idsOfNames = names.get(property.slug);
  const context = { options: property.options, ...(idsOfNames === undefined ? {} : { idsOfNames }) };
  if (typeof stored !== "string") {
    return kind.readJson(stored, property, context);
  }
  const text = stored.trim();
  if (text === "") {
    return { value: null };
  }
  const isNameless = idsOfNames !== undefined && namesIn(text, property).some((name) => !idsOfNames.has(name));
  return isNameless ? error("names something that does not exist.") : kind.readCell(text, property, context);
}

/** Emails are stored in lower case. Ids must not be changed. */
function namesIn(text: string, { propertyType }: ResolvedProperty): readonly string[] {
  if (propertyType === "user_list") {
    return splitList(text).map((name) => (name.includes("@") ? name.toLowerCase() : name));
  }
  return propertyType === "object_ref_list" || propertyType === "image_list" ? splitList(text) : [text];
}

/** By slug, the ids of the entities that the texts of a page name. */
async function lookUp(
  db: Database,
  orgId: string,
  page: readonly StoredEntity[],
  { columns, types }: { readonly columns: readonly TextColumn[]; readonly types: TypeTree },
): Promise<Names> {
  const found = new Map<string, ReadonlyMap<string, string>>();
  for (const { columnName, property } of columns) {
    const wantedPath = wantedPathOf(property);
    if (propertyKinds[property.propertyType].referencesIn === undefined || wantedPath === "file") {
      continue;
    }
    const texts = page.flatMap(({ properties }) => {
      const stored = properties[columnName];
      return typeof stored === "string" ? namesIn(stored.trim(), property) : [];
    });
    const wanted = [...new Set(texts)];
    const ids =
      wantedPath === "user"
        ? await findUserIdsByNames(db, orgId, wanted)
        : await findIdsOfNames(
            db,
            orgId,
            { typePath: wantedPath, prefixes: federatedPrefixes(wantedPath, types) },
            wanted,
          );
    found.set(property.slug, ids);
  }
  return found;
}
