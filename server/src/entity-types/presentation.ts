import { isSystemField, type Presentation, type RequestFault, systemFields } from "@weft/contract";
import { adviceOnName } from "../platform/closest-name.ts";
import { shorten } from "./kinds/validate-text.ts";
import { lineageOf, type ResolvedType, type TypeNode, type TypeTree } from "./type-tree.ts";

const pictureTypes: ReadonlySet<string> = new Set(["image", "image_list"]);

/** Every error in the presentation of a type, within the tree it would be part of. */
export function validatePresentation({ typePath, presentation }: TypeNode, types: TypeTree): RequestFault[] {
  if (presentation === undefined) {
    return [];
  }
  const type = types.typeAt(typePath);
  const { pictureProperty, keyFacts = [], sections = [] } = presentation;
  const placed = new Set<string>();
  return [
    ...(pictureProperty === undefined ? [] : pictureErrors(pictureProperty, type)),
    ...errorsOfNames(keyFacts, { pointer: "#/presentation/keyFacts", type, seen: new Set() }),
    ...sections.flatMap(({ properties }, index) =>
      errorsOfNames(properties, { pointer: `#/presentation/sections/${index}/properties`, type, seen: placed }),
    ),
  ];
}

/**
 * The types below that present a property which the changed tree no longer has. Like a type's own presentation, they
 * keep it from being removed.
 */
export function validatePresentationsBelow({ typePath }: TypeNode, types: TypeTree): RequestFault[] {
  const below = types.pathsBelow(typePath).filter((path) => path !== typePath);
  return below.flatMap((path) => {
    const node = types.nodeAt(path);
    const errors = node === undefined ? [] : validatePresentation(node, types);
    return errors.map(({ code, detail }) => ({
      pointer: "#/properties",
      code,
      detail: `The presentation of ${path} would be invalid: ${detail} Change it first, or send force=true.`,
    }));
  });
}

/** The presentation of a type with what it inherits. Names that the type does not have are omitted. */
export function effectivePresentation(typePath: string, types: TypeTree): Presentation {
  const inherited = lineageOf(typePath)
    .slice(0, -1)
    .map((path) => types.nodeAt(path)?.presentation ?? {});
  const { pluralLabel: _ofParent, ...above }: Presentation = Object.assign({}, ...inherited);
  const type = types.typeAt(typePath);
  return withKnownNames({ ...above, ...types.nodeAt(typePath)?.presentation }, type);
}

function withKnownNames({ pictureProperty, keyFacts, sections, ...rest }: Presentation, type: ResolvedType) {
  const known = (names: readonly string[]) => names.filter((name) => isNameOf(type, name));
  const hasPicture = pictureProperty !== undefined && pictureErrors(pictureProperty, type).length === 0;
  return {
    ...rest,
    ...(hasPicture ? { pictureProperty } : {}),
    ...(keyFacts === undefined ? {} : { keyFacts: known(keyFacts) }),
    ...(sections === undefined
      ? {}
      : { sections: sections.map(({ title, properties }) => ({ title, properties: known(properties) })) }),
  };
}

function pictureErrors(slug: string, type: ResolvedType): RequestFault[] {
  const pointer = "#/presentation/pictureProperty";
  const property = type.properties.get(slug);
  if (property === undefined) {
    return [unknownName(slug, pointer, type)];
  }
  return pictureTypes.has(property.propertyType)
    ? []
    : [{ pointer, code: "invalid-value", detail: `${slug} is not a picture: its type is ${property.propertyType}.` }];
}

interface NamesPlace {
  readonly pointer: string;
  readonly type: ResolvedType;
  readonly seen: Set<string>;
}

function errorsOfNames(names: readonly string[], { pointer, type, seen }: NamesPlace): RequestFault[] {
  return names.flatMap((name, index): RequestFault[] => {
    const place = `${pointer}/${index}`;
    if (!isNameOf(type, name)) {
      return [unknownName(name, place, type)];
    }
    const isRepeated = seen.has(name);
    seen.add(name);
    return isRepeated ? [{ pointer: place, code: "invalid-value", detail: `${name} is named twice.` }] : [];
  });
}

function isNameOf({ properties }: ResolvedType, name: string): boolean {
  return isSystemField(name) || properties.has(name);
}

function unknownName(name: string, pointer: string, { typePath, properties }: ResolvedType): RequestFault {
  const advice = adviceOnName(name, [...systemFields, ...properties.keys()]);
  return { pointer, code: "invalid-value", detail: `${typePath} has no property ${shorten(name)}. ${advice}` };
}
