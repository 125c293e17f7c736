import { compileFormula } from "../../entity-types/compile-formula.ts";
import { propertyKinds } from "../../entity-types/kinds/property-kinds.ts";
import type { ResolvedProperty, ResolvedType } from "../../entity-types/type-tree.ts";
import type { CompiledExpression } from "../../platform/expressions/compile-expression.ts";
import { EvaluationFault, ExpressionFault } from "../../platform/expressions/expression-fault.ts";
import type { JsonValue } from "../../platform/json-value.ts";

interface Formula {
  readonly property: ResolvedProperty;
  readonly expression: CompiledExpression<JsonValue>;
}

interface Computed {
  readonly type: ResolvedType;
  readonly name: string | null;
  readonly federatedId: string | null;
  readonly properties: Record<string, JsonValue>;
}

/** Sets every formula of the type from the other properties. One that these values make fail has no value. */
export function computeFormulas(entity: Computed): void {
  const formulas = formulasOf(entity.type);
  if (formulas.length === 0) {
    return;
  }
  const document = {
    ...entity.properties,
    name: entity.name,
    federatedId: entity.federatedId,
    typePath: entity.type.typePath,
  };
  for (const formula of formulas) {
    const value = computedValue(formula, document);
    if (value === undefined || value === null) {
      delete entity.properties[formula.property.slug];
    } else {
      entity.properties[formula.property.slug] = value;
    }
  }
}

function computedValue({ property, expression }: Formula, document: JsonValue): JsonValue {
  try {
    const result = expression.evaluate(document);
    if (result === undefined || result === null) {
      return undefined;
    }
    const reading = propertyKinds[property.resultKind ?? "string"].readJson(result, property, { options: [] });
    return "value" in reading ? reading.value : undefined;
  } catch (error) {
    if (error instanceof EvaluationFault) {
      return undefined;
    }
    throw error;
  }
}

const formulas = new WeakMap<ResolvedType, Formula[]>();

function formulasOf(type: ResolvedType): Formula[] {
  let compiled = formulas.get(type);
  if (compiled === undefined) {
    const properties = [...type.properties.values()].filter(({ propertyType }) => propertyType === "formula");
    compiled = properties.flatMap((property) => formulaOf(property, type));
    formulas.set(type, compiled);
  }
  return compiled;
}

/** An expression was checked when its type was saved; one that names a property removed since has no value. */
function formulaOf(property: ResolvedProperty, type: ResolvedType): Formula[] {
  try {
    return [{ property, expression: compileFormula(property.expression ?? "", type) }];
  } catch (error) {
    if (error instanceof ExpressionFault) {
      return [];
    }
    throw error;
  }
}
