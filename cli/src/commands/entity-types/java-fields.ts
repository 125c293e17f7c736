import { type FileProperty, rootOf } from "./type-file.ts";

/** A field of an entity, as Java sees it. */
export interface JavaField {
  readonly slug: string;
  readonly comment: string;
  /** The type in a response; null if it is empty, except that lists are empty. */
  readonly type: string;
  /** The type of a value in a draft. */
  readonly draftType: string;
  /** The type of a value that criteria compare with: the element of a list. */
  readonly operandType: string;
  /** Reads the field from the JSON of an entity. */
  readonly reader: string;
  readonly isWritable: boolean;
  readonly reference: JavaReference | undefined;
}

/** A field that refers to other entities. */
interface JavaReference {
  /** The kind, if all entities that it may refer to are of one. */
  readonly kind: string | undefined;
  readonly isList: boolean;
  /** The name by which a read requests the entity and by which the service returns it. */
  readonly relation: string;
  /** The name by which a draft refers to an entity by its external ID. */
  readonly draftName: string;
}

interface JavaType {
  readonly type: string;
  readonly draftType?: string;
  readonly operandType?: string;
  readonly reader: string;
}

const text: JavaType = { type: "String", reader: "text" };
const texts: JavaType = { type: "List<String>", operandType: "String", reader: "texts" };
const time: JavaType = { type: "Instant", reader: "time" };
const decimal: JavaType = { type: "Double", draftType: "Number", operandType: "Number", reader: "decimal" };
const whole: JavaType = { type: "Long", draftType: "Number", operandType: "Number", reader: "whole" };
const json: JavaType = { type: "JsonNode", draftType: "Object", operandType: "Object", reader: "tree" };
const sizeRange: JavaType = { type: "SizeRange", operandType: "Object", reader: "sizeRange" };

const kinds: ReadonlyMap<string, JavaType> = new Map([
  ...["string", "text", "url", "image", "object_reference", "sequence"].map((kind) => [kind, text] as const),
  ...["number", "currency", "percent", "rating"].map((kind) => [kind, decimal] as const),
  ...["object_ref_list", "user_list", "image_list"].map((kind) => [kind, texts] as const),
  ["boolean", { type: "Boolean", reader: "flag" }],
  ["date", { type: "LocalDate", reader: "date" }],
  ["datetime", time],
  ["size_range", sizeRange],
]);

/** The fields of every entity. */
const systemFields: Readonly<Record<string, JavaType>> = {
  id: text,
  entityType: text,
  typePath: text,
  name: text,
  federatedId: text,
  createdOn: time,
  updatedOn: time,
  createdById: text,
  updatedById: text,
  version: whole,
};

/** The fields of each kind, in addition to the common ones and its properties. A test compares them with the contract. */
const kindFields: Readonly<Record<string, Readonly<Record<string, JavaType>>>> = {
  item: { roles: texts, itemFamilyId: text, optionGroup: text, optionName: text },
  project: { identifier: text, rootWorkspaceId: text },
  workspace: { identifier: text, projectId: text, parentWorkspaceId: text },
  "project-item": { projectId: text, itemId: text },
  assortment: { identifier: text, workspaceId: text, projectId: text, composedFromAssortmentIds: texts, summary: json },
  "assortment-item": { assortmentId: text, itemId: text, projectItemId: text },
  color: { hex: text, red: whole, green: whole, blue: whole },
  "custom-entity": {},
  "size-range-template": { sizeRange },
};

export const javaKinds: readonly string[] = Object.keys(kindFields);

/** Only these can be written of the common fields, and typePath, which has a type of its own. */
const writableSystemFields: ReadonlySet<string> = new Set(["name", "federatedId"]);

/** The fields that every entity of a kind has, whatever its type. */
export function builtInFields(kind: string): JavaField[] {
  const common = Object.entries(systemFields).map(([slug, type]) =>
    field(slug, type, { isWritable: writableSystemFields.has(slug) }),
  );
  const own = Object.entries(kindFields[kind] ?? {}).map(([slug, type]) => field(slug, type, builtInReference(slug)));
  return [...common, ...own];
}

const builtInReferences: ReadonlyMap<string, string> = new Map([
  ["itemFamilyId", "item"],
  ["itemId", "item"],
  ["projectId", "project"],
  ["rootWorkspaceId", "workspace"],
  ["workspaceId", "workspace"],
  ["parentWorkspaceId", "workspace"],
  ["assortmentId", "assortment"],
  ["composedFromAssortmentIds", "assortment"],
  ["projectItemId", "project-item"],
]);

function builtInReference(slug: string): Partial<JavaField> {
  const kind = builtInReferences.get(slug);
  if (kind === undefined) return {};
  const relation = slug.replace(/Id(s?)$/, "$1");
  // The root workspace is created with its project.
  const isWritable = slug !== "rootWorkspaceId";
  return { isWritable, reference: { kind, isList: slug.endsWith("Ids"), relation, draftName: relation } };
}

/** The fields of properties. One that types of the kind define differently is any JSON. */
export function propertyFields(
  properties: readonly FileProperty[],
  setNames: ReadonlyMap<string, string>,
): JavaField[] {
  const slugs = new Set(properties.map(({ slug }) => slug));
  const bySlug = new Map<string, JavaField>();
  for (const property of properties) {
    const next = propertyField(property, slugs, setNames);
    const known = bySlug.get(next.slug);
    bySlug.set(
      next.slug,
      known === undefined || known.type === next.type ? next : { ...next, ...field(next.slug, json) },
    );
  }
  return [...bySlug.values()];
}

function propertyField(
  property: FileProperty,
  slugs: ReadonlySet<string>,
  setNames: ReadonlyMap<string, string>,
): JavaField {
  const { slug, label, propertyType } = property;
  return field(slug, typeOf(property, setNames), {
    comment: `${label} (${factsOf(property).join(", ")})`,
    isWritable: propertyType !== "formula" && propertyType !== "sequence",
    reference: propertyReference(property, slugs),
  });
}

function propertyReference(
  { slug, propertyType, referenceType }: FileProperty,
  slugs: ReadonlySet<string>,
): JavaReference | undefined {
  if (propertyType !== "object_reference" && propertyType !== "object_ref_list") return undefined;
  const short = slug.replace(/(?<=.)Id(s?)$/, "$1");
  const isTaken = short === slug || slugs.has(short) || Object.hasOwn(systemFields, short);
  return {
    kind: typeof referenceType === "string" ? rootOf(referenceType) : undefined,
    isList: propertyType === "object_ref_list",
    relation: isTaken ? `${slug}Object` : short,
    draftName: slug,
  };
}

function typeOf(
  { propertyType, optionSet, resultKind }: FileProperty,
  setNames: ReadonlyMap<string, string>,
): JavaType {
  const option = optionSet === undefined ? undefined : setNames.get(optionSet);
  switch (propertyType) {
    case "choice":
      return option === undefined ? text : { type: option, reader: `option:${option}` };
    case "multi_select":
      return option === undefined
        ? texts
        : { type: `List<${option}>`, operandType: option, reader: `options:${option}` };
    case "formula":
      return kinds.get(String(resultKind)) ?? json;
    default:
      return kinds.get(propertyType) ?? json;
  }
}

function field(
  slug: string,
  { type, draftType, operandType, reader }: JavaType,
  more: Partial<JavaField> = {},
): JavaField {
  const [method = "", option] = reader.split(":");
  const shared = { slug, comment: slug, type, isWritable: true, reference: undefined };
  return {
    ...shared,
    draftType: draftType ?? type,
    operandType: operandType ?? type,
    reader: option === undefined ? `${method}("${slug}")` : `${method}("${slug}", ${option}::of)`,
    ...more,
  };
}

/** Details that the type does not express. */
function factsOf({ propertyType, currency, referenceType, level, disabled }: FileProperty): string[] {
  return [
    propertyType.replaceAll("_", " "),
    ...(typeof currency === "string" ? [currency] : []),
    ...(typeof referenceType === "string" ? [`of ${referenceType}`] : []),
    ...(typeof level === "string" ? [`level ${level}`] : []),
    ...(propertyType === "formula" || propertyType === "sequence" ? ["generated by the service"] : []),
    ...(disabled === true ? ["disabled"] : []),
  ];
}
