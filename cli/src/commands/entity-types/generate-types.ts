import { type PropertyShape, shapeOf } from "./property-shape.ts";
import { ancestorsOf, type FileType, keyOf, rootOf, type TypeFile } from "./type-file.ts";
import { docComment, memberName, TypeNames } from "./type-names.ts";

const heading =
  "// Made by weft types generate from the types of the organization: change them there, and make it anew.\n";

/** TypeScript for the types of an organization, by which the client knows the properties of its entities. */
export function generateTypes(file: TypeFile): string {
  const names = new TypeNames();
  const setNames = new Map(file.optionSets.map((set) => [keyOf(set), names.take(keyOf(set), "Option")]));
  const shapes = new Map(
    file.entityTypes.map(({ typePath, properties }) => [typePath, properties.map((one) => shapeOf(one, setNames))]),
  );
  const typeNames = new Map(file.entityTypes.map(({ typePath }) => [typePath, names.take(typePath, "Properties")]));
  const roots = [...new Set(file.entityTypes.map(({ typePath }) => rootOf(typePath)))];
  const kinds = roots.map((root) => kindOf(root, { names, shapes, typeNames }));
  const declarations = [
    ...file.optionSets.map(
      (set) => `${docComment(set.name)}\nexport type ${setNames.get(keyOf(set))} = ${unionOf(set.options)};`,
    ),
    ...file.entityTypes.map((type) => declareType(type, shapes, typeNames)),
    ...kinds.flatMap(({ declaration }) => (declaration === undefined ? [] : [declaration])),
    mapOf("PropertiesByTypePath", "The properties by the path of their type.", [...typeNames]),
    augmentation(kinds),
  ];
  return `${heading}\n${declarations.join("\n\n")}\n`;
}

interface Naming {
  readonly names: TypeNames;
  readonly shapes: ReadonlyMap<string, readonly PropertyShape[]>;
  readonly typeNames: ReadonlyMap<string, string>;
}

interface Kind {
  readonly root: string;
  /** What an entity of the kind may have, whatever its type. */
  readonly name: string;
  readonly declaration: string | undefined;
}

/** Where there are subtypes, an entity may be any of them: it may have what each of them adds. */
function kindOf(root: string, { names, shapes, typeNames }: Naming): Kind {
  const below = [...shapes].filter(([path]) => path.startsWith(`${root}:`)).flatMap(([, added]) => added);
  const own = typeNames.get(root);
  if (own !== undefined && below.length === 0) {
    return { root, name: own, declaration: undefined };
  }
  const name = names.take(`any-${root}`, "Properties");
  const slugs = [...new Set(below.map(({ slug }) => slug))];
  const members = slugs.map((slug) => anyOf(slug, below));
  const comment = docComment(`What an entity of ${root} may have, whatever its type.`);
  return { root, name, declaration: `${comment}\n${interfaceOf(name, own, members)}` };
}

/** A property of this name, whichever of the types declares it. */
function anyOf(slug: string, shapes: readonly PropertyShape[]): PropertyShape {
  const same = shapes.filter((shape) => shape.slug === slug);
  return {
    slug,
    type: [...new Set(same.map(({ type }) => type))].join(" | "),
    isAlways: false,
    comment: [...new Set(same.map(({ comment }) => comment))].join("; "),
  };
}

function declareType(
  { typePath, label }: FileType,
  shapes: Naming["shapes"],
  typeNames: ReadonlyMap<string, string>,
): string {
  const above = ancestorsOf(typePath).find((path) => typeNames.has(path));
  const parent = above === undefined ? undefined : typeNames.get(above);
  const declared = interfaceOf(typeNames.get(typePath) ?? "", parent, shapes.get(typePath) ?? []);
  return `${docComment(`${label} (${typePath})`)}\n${declared}`;
}

function interfaceOf(name: string, parent: string | undefined, members: readonly PropertyShape[]): string {
  const lines = members.map(
    ({ slug, type, isAlways, comment }) =>
      `  ${docComment(comment)}\n  ${memberName(slug)}${isAlways ? "" : "?"}: ${type};\n`,
  );
  const inherits = parent === undefined ? "" : ` extends ${parent}`;
  return `export interface ${name}${inherits} {${lines.length === 0 ? "" : `\n${lines.join("")}`}}`;
}

function unionOf(options: readonly { readonly value: string }[]): string {
  return options.length === 0 ? "never" : options.map(({ value }) => JSON.stringify(value)).join(" | ");
}

function mapOf(name: string, comment: string, entries: readonly (readonly [string, string])[]): string {
  const members = entries.map(([key, type]) => `  ${memberName(key)}: ${type};\n`).join("");
  return `${docComment(comment)}\nexport interface ${name} {${members === "" ? "" : `\n${members}`}}`;
}

function augmentation(kinds: readonly Kind[]): string {
  const members = kinds.map(({ root, name }) => `    ${memberName(root)}: ${name};\n`).join("");
  return `declare module "@weft/client" {\n  interface EntityProperties {${members === "" ? "" : `\n${members}  `}}\n}`;
}
