import { systemFields } from "@weft/contract";
import { type CompiledExpression, compileExpression } from "../platform/expressions/compile-expression.ts";
import { documentPaths } from "../platform/expressions/names/document-paths.ts";
import type { JsonValue } from "../platform/json-value.ts";
import type { ResolvedType } from "./type-tree.ts";

/** A formula reads the entity's fields and its other properties, but no other formula. Throws an ExpressionFault. */
export function compileFormula(source: string, type: ResolvedType): CompiledExpression<JsonValue> {
  const others = [...type.properties.values()].filter(({ propertyType }) => propertyType !== "formula");
  return compileExpression(source, documentPaths([...systemFields, ...others.map(({ slug }) => slug)]));
}
