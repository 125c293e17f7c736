import type { ArrayExpression, Literal, ObjectExpression, Property, SpreadElement, TemplateLiteral } from "acorn";
import type { Closure } from "../evaluation.ts";
import type { Insert } from "../parsing/parsed-expression.ts";
import { insertedText } from "../result.ts";
import { toText, type Value } from "../value.ts";
import type { Compilation, Scope } from "./compilation.ts";

/** A closure that always returns text. */
type TextClosure = (...parameters: Parameters<Closure>) => string;

export function compileLiteral(node: Literal, unit: Compilation): Closure {
  const placeholder = unit.placeholderOf(node);
  if (placeholder !== undefined) {
    return placeholder.isKnown ? unit.readName(placeholder.name) : unit.readUnknownName(placeholder.name, node.start);
  }
  const { value } = node;
  if (node.regex !== undefined || value instanceof RegExp) {
    return unit.refuse(
      node.start,
      "A regular expression is only allowed before .test() and .exec() or in match, search, replace, replaceAll and split",
    );
  }
  if (typeof value === "bigint") return unit.refuse(node.start, "BigInt is not allowed; write the number without n");
  const inserts = unit.insertsAt(node.start);
  if (typeof value === "string" && inserts.length > 0) return compileInserts(value, inserts, unit);
  return () => value;
}

export function compileTemplateLiteral(node: TemplateLiteral, scope: Scope, unit: Compilation): Closure {
  const parts = node.quasis.flatMap((quasi, index): TextClosure[] => {
    const text = compileInserts(quasi.value.cooked ?? "", unit.insertsAt(quasi.start), unit);
    const expression = node.expressions[index];
    if (expression === undefined) return [text];
    const value = unit.compile(expression, scope);
    return [text, (evaluation) => toText(value(evaluation), evaluation)];
  });
  return joinParts(parts);
}

/** The text with the values of names in it, as data: a value is never parsed as part of the expression. */
function compileInserts(text: string, inserts: readonly Insert[], unit: Compilation): TextClosure {
  let from = 0;
  const parts = inserts.flatMap(({ at, name, isKnown, offset }): TextClosure[] => {
    const before = text.slice(from, at);
    from = at;
    const value = isKnown ? unit.readName(name) : unit.readUnknownName(name, offset);
    return [() => before, (evaluation) => insertedText(value(evaluation), evaluation)];
  });
  const rest = text.slice(from);
  return parts.length === 0 ? () => rest : joinParts([...parts, () => rest]);
}

export function joinParts(parts: readonly TextClosure[]): TextClosure {
  return (evaluation) => {
    let joined = "";
    for (const part of parts) {
      joined += part(evaluation);
      evaluation.fit(joined.length);
    }
    return evaluation.make(joined);
  };
}

export function compileArray(node: ArrayExpression, scope: Scope, unit: Compilation): Closure {
  const items = node.elements.map((element) => {
    if (element === null) return unit.refuse(node.start, "A list cannot have gaps; write undefined");
    if (element.type === "SpreadElement") return refuseSpread(element, unit);
    return unit.compile(element, scope);
  });
  return (evaluation) => {
    evaluation.step(items.length);
    return items.map((item) => item(evaluation));
  };
}

export function compileObject(node: ObjectExpression, scope: Scope, unit: Compilation): Closure {
  const properties = node.properties.map((property) => {
    if (property.type === "SpreadElement") return refuseSpread(property, unit);
    return { key: keyOf(property, unit), value: unit.compile(property.value, scope) };
  });
  return (evaluation) => {
    evaluation.step(properties.length);
    return new Map<string, Value>(properties.map(({ key, value }) => [key, value(evaluation)]));
  };
}

function keyOf(property: Property, unit: Compilation): string {
  const { key } = property;
  if (property.computed || property.shorthand || property.kind !== "init" || unit.insertsAt(key.start).length > 0) {
    return unit.refuse(key.start, "An object can only have plain keys, such as ({ M: 'Men', W: 'Women' })");
  }
  const name = key.type === "Identifier" ? key.name : String(key.type === "Literal" ? key.value : "");
  // In JavaScript this key would set the prototype.
  return name === "__proto__" ? unit.refuse(key.start, "The key __proto__ is not allowed") : name;
}

export function refuseSpread(node: SpreadElement, unit: Compilation): never {
  return unit.refuse(node.start, "Spreading with ... is not allowed; use concat");
}
