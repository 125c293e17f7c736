import type { Expression, Identifier, MemberExpression } from "acorn";
import type { Closure } from "../evaluation.ts";
import { quote } from "../expression-error.ts";
import { findConstant, isFunctionName } from "../methods/functions.ts";
import type { Compilation, Scope } from "./compilation.ts";

const constants: ReadonlyMap<string, number | undefined> = new Map([
  ["undefined", undefined],
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
]);

export function compileIdentifier(node: Identifier, scope: Scope, unit: Compilation): Closure {
  const local = scope.parameters.get(node.name);
  if (local !== undefined) return (evaluation) => evaluation.locals[local];
  if (scope.isInBraces && unit.names.has(node.name)) return unit.readName(node.name);
  if (constants.has(node.name)) {
    const value = constants.get(node.name);
    return () => value;
  }
  if (scope.isInBraces && !isFunctionName(node.name)) return unit.readUnknownName(node.name, node.start);
  return unit.refuse(node.start, `The name ${quote(node.name)} is not allowed; write it in braces for a value`);
}

/** Inside braces the longest chain that is a known name is used: {color.name.trim()}. */
export function compileChainOfNames(node: MemberExpression, scope: Scope, unit: Compilation): Closure | undefined {
  const name = chainOfNames(node, scope);
  return name !== undefined && unit.names.has(name) ? unit.readName(name) : undefined;
}

function chainOfNames(node: Expression, scope: Scope): string | undefined {
  if (!scope.isInBraces) return undefined;
  if (node.type === "Identifier") return scope.parameters.has(node.name) ? undefined : node.name;
  const property = plainProperty(node);
  if (property === undefined || node.type !== "MemberExpression" || node.object.type === "Super") return undefined;
  const object = chainOfNames(node.object, scope);
  return object === undefined ? undefined : `${object}.${property}`;
}

/** A constant such as Math.PI. */
export function compileConstant(node: MemberExpression, scope: Scope): Closure | undefined {
  const name = qualifiedName(node, scope);
  const value = name === undefined ? undefined : findConstant(name);
  return value === undefined ? undefined : () => value;
}

/** Math.max, Number: possible function names, unless a parameter has that name. */
export function qualifiedName(node: Expression, scope: Scope): string | undefined {
  if (node.type === "Identifier") return scope.parameters.has(node.name) ? undefined : node.name;
  const property = plainProperty(node);
  if (property === undefined || node.type !== "MemberExpression" || node.object.type !== "Identifier") return undefined;
  return scope.parameters.has(node.object.name) ? undefined : `${node.object.name}.${property}`;
}

/** The name after the dot. */
export function plainProperty(node: Expression): string | undefined {
  if (node.type !== "MemberExpression" || node.computed || node.optional) return undefined;
  return node.property.type === "Identifier" ? node.property.name : undefined;
}
