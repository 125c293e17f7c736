import { compileFormula } from "../../entity-types/compile-formula.ts";
import { propertyKinds } from "../../entity-types/kinds/property-kinds.ts";
import type { ResolvedProperty, ResolvedType } from "../../entity-types/type-tree.ts";
import { ExpressionError } from "../../platform/expressions/expression-error.ts";
import type { PortableExpression } from "../../platform/expressions/offload/portable-expression.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import { lacking } from "./wants.ts";
import type { World } from "./world.ts";

interface Formula {
  readonly property: ResolvedProperty;
  readonly expression: PortableExpression;
}

interface Computed {
  readonly type: ResolvedType;
  readonly name: string | null;
  readonly federatedId: string | null;
  readonly properties: Record<string, JsonValue>;
}

/** Sets every formula of the type from the other properties. A formula that fails on these values has no value. */
export function computeFormulas(entity: Computed, world: World): void {
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
  const outcomes = formulas.map(({ expression }) => world.formulas.outcomeOf(expression, document));
  // All outcomes are requested together, so that all are computed before the next planning pass.
  if (outcomes.includes(undefined)) {
    throw lacking;
  }
  for (const [index, { property }] of formulas.entries()) {
    const value = valueOfResult(property, outcomes[index]?.value);
    if (value === undefined || value === null) {
      delete entity.properties[property.slug];
    } else {
      entity.properties[property.slug] = value;
    }
  }
}

function valueOfResult(property: ResolvedProperty, result: JsonValue): JsonValue {
  if (result === undefined || result === null) {
    return undefined;
  }
  const reading = propertyKinds[property.resultKind ?? "string"].readJson(result, property, { options: [] });
  return "value" in reading ? reading.value : undefined;
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

/** An expression was checked when its type was saved. One that names a property removed since has no value. */
function formulaOf(property: ResolvedProperty, type: ResolvedType): Formula[] {
  try {
    return [{ property, expression: compileFormula(property.expression ?? "", type) }];
  } catch (error) {
    if (error instanceof ExpressionError) {
      return [];
    }
    throw error;
  }
}
