import { systemFields } from "@weft/contract";
import { PortableExpression } from "../platform/expressions/offload/portable-expression.ts";
import type { ResolvedType } from "./type-tree.ts";

/** A formula reads the entity's fields and its other properties, but no other formula. Throws an ExpressionError. */
export function compileFormula(source: string, type: ResolvedType): PortableExpression {
  const others = [...type.properties.values()].filter(({ propertyType }) => propertyType !== "formula");
  const roots = [...systemFields, ...others.map(({ slug }) => slug)];
  const formula = new PortableExpression({ source, reading: "value", roots });
  formula.requireValid();
  return formula;
}
