import { type PropertyDefinition, type RequestFault, systemFields } from "@weft/contract";
import { ExpressionError } from "../platform/expressions/expression-error.ts";
import { PortableExpression } from "../platform/expressions/offload/portable-expression.ts";
import { propertyKinds } from "./kinds/property-kinds.ts";
import { entityTypeOf, lineageOf, type ResolvedType, rootTypeOf, type TypeNode, type TypeTree } from "./type-tree.ts";

const reservedSlugs: ReadonlySet<string> = new Set([...systemFields, "or", "role", "properties", "__proto__"]);
const outsideTypes: ReadonlySet<string> = new Set(["user", "file"]);

/** Every error in the properties that a type declares, within the tree it would be part of. */
export function validateDefinitions(node: TypeNode, types: TypeTree): RequestFault[] {
  const declared = new Set<string>();
  return node.properties.flatMap((property, index) => {
    const details = [...errorsOf(property, node, types)];
    if (declared.has(property.slug)) {
      details.push(`${property.slug} is declared twice.`);
    }
    declared.add(property.slug);
    return details.map((detail) => ({ pointer: `#/properties/${index}`, code: "invalid-value", detail }));
  });
}

function errorsOf(property: PropertyDefinition, node: TypeNode, types: TypeTree): string[] {
  const { slug } = property;
  const kind = propertyKinds[property.propertyType];
  const found = [
    reservedSlugs.has(slug) || slug in Object.prototype
      ? `${slug} is reserved by the service. Choose another name.`
      : undefined,
    validatePlace(slug, node, types),
    kind.validateDefinition?.(property),
    validateOptions(property, types),
    validateReference(property, types),
    validateLevel(property, node),
    validateFormula(property, node, types),
    validateDefault(property, types),
  ];
  return found.filter((detail) => detail !== undefined);
}

/** A property is declared once on the path from the root to a leaf. */
function validatePlace(slug: string, { typePath }: TypeNode, types: TypeTree): string | undefined {
  const builtIn = rootTypeOf(typePath)?.properties.some((property) => property.slug === slug);
  if (builtIn === true) {
    return `${slug} is a built-in property of every ${entityTypeOf(typePath)} and cannot be declared again.`;
  }
  const others = types.nodes().filter((other) => other.properties.some((property) => property.slug === slug));
  const ancestors = new Set(lineageOf(typePath));
  const clash = others.find(
    (other) =>
      other.typePath !== typePath && (ancestors.has(other.typePath) || other.typePath.startsWith(`${typePath}:`)),
  );
  return clash === undefined ? undefined : `${slug} is already declared by ${clash.typePath}.`;
}

function validateOptions({ slug, optionSetId }: PropertyDefinition, types: TypeTree): string | undefined {
  return optionSetId !== undefined && types.optionsOf(optionSetId) === undefined
    ? `${slug} refers to the option set ${optionSetId}, which does not exist.`
    : undefined;
}

function validateReference({ slug, referenceType }: PropertyDefinition, types: TypeTree): string | undefined {
  const isKnown =
    referenceType === undefined || outsideTypes.has(referenceType) || types.nodeAt(referenceType) !== undefined;
  return isKnown ? undefined : `${slug} refers to ${referenceType}, which is not an entity type.`;
}

function validateLevel({ slug, level, unique }: PropertyDefinition, { typePath }: TypeNode): string | undefined {
  const hasLevels = ["item", "project-item"].includes(entityTypeOf(typePath));
  if (level !== "all" && !hasLevels) {
    return `${slug} has the level ${level}, which only items and project items support.`;
  }
  if (unique === "family" && entityTypeOf(typePath) !== "item") {
    return `${slug} is unique within a family, which only items support.`;
  }
  return unique !== false && level === "override" ? `${slug} cannot be both unique and inherited.` : undefined;
}

function validateFormula(property: PropertyDefinition, node: TypeNode, types: TypeTree): string | undefined {
  if (property.propertyType !== "formula" || property.expression === undefined) {
    return undefined;
  }
  try {
    compileFormula(property.expression, types.typeAt(node.typePath));
    return undefined;
  } catch (error) {
    if (error instanceof ExpressionError) {
      return `The expression of ${property.slug} is invalid: ${error.message}.`;
    }
    throw error;
  }
}

function validateDefault(property: PropertyDefinition, types: TypeTree): string | undefined {
  if (property.default === undefined || property.default === null) {
    return undefined;
  }
  const options = property.optionSetId === undefined ? [] : (types.optionsOf(property.optionSetId) ?? []);
  const reading = propertyKinds[property.propertyType].readJson(property.default, property, { options });
  return "error" in reading ? `The default of ${property.slug} ${reading.error}` : undefined;
}

/** A formula reads the entity's fields and its other properties, but no other formula. Throws an ExpressionError. */
export function compileFormula(source: string, type: ResolvedType): PortableExpression {
  const others = [...type.properties.values()].filter(({ propertyType }) => propertyType !== "formula");
  const roots = [...systemFields, ...others.map(({ slug }) => slug)];
  const formula = new PortableExpression({ source, reading: "value", roots });
  formula.requireValid();
  return formula;
}
