import type { ArrowFunctionExpression, Expression, Literal, SpreadElement } from "acorn";
import type { Evaluation } from "../evaluation.ts";
import {
  callbackMethods,
  patternMethodNames,
  patternOnlyMethods,
  replaceMethods,
  sortMethods,
} from "../methods/find-methods.ts";
import { findFunction } from "../methods/functions.ts";
import type { Argument, Callback } from "../methods/method.ts";
import { Pattern } from "../patterns/pattern.ts";
import { PatternError } from "../patterns/pattern-error.ts";
import type { Compilation, Scope } from "./compilation.ts";
import { refuseSpread } from "./compile-literals.ts";
import { qualifiedName } from "./compile-names.ts";

type ArgumentClosure = (evaluation: Evaluation) => Argument;

/** The arguments of a method: functions and regular expressions are allowed only here. */
export function compileMethodArguments(
  nodes: readonly (Expression | SpreadElement)[],
  method: { readonly name: string; readonly offset: number },
  scope: Scope,
  unit: Compilation,
): ArgumentClosure[] {
  const closures = nodes.map((node, index): ArgumentClosure => {
    if (node.type === "SpreadElement") return refuseSpread(node, unit);
    const callback = takesCallback(method.name, index) ? compileCallback(node, scope, unit) : undefined;
    if (callback !== undefined) return () => callback;
    const pattern = index === 0 && patternMethodNames.has(method.name) ? compilePattern(node, unit) : undefined;
    if (pattern === undefined) return unit.compile(node, scope);
    if (method.name === "replaceAll" && !pattern.flags.isGlobal) {
      return unit.refuse(node.end, "replaceAll requires a regular expression with the flag g");
    }
    return () => pattern;
  });
  checkFirstArgument(nodes[0], method, scope, unit);
  return closures;
}

function takesCallback(name: string, index: number): boolean {
  if (index === 0) return callbackMethods.has(name) || sortMethods.has(name);
  return index === 1 && replaceMethods.has(name);
}

function checkFirstArgument(
  node: Expression | SpreadElement | undefined,
  { name, offset }: { readonly name: string; readonly offset: number },
  scope: Scope,
  unit: Compilation,
): void {
  const first = node === undefined || node.type === "SpreadElement" ? undefined : node;
  const isFunction = first !== undefined && isCallback(first, scope);
  if (!isFunction && (callbackMethods.has(name) || (sortMethods.has(name) && first !== undefined))) {
    unit.refuse(offset, `${name} requires a function, such as x => x.trim()`);
  }
  if (patternOnlyMethods.has(name) && !(first !== undefined && isPattern(first))) {
    unit.refuse(offset, `${name} requires a regular expression, such as /[0-9]+/`);
  }
}

function isCallback(node: Expression, scope: Scope): boolean {
  const name = qualifiedName(node, scope);
  return node.type === "ArrowFunctionExpression" || (name !== undefined && findFunction(name) !== undefined);
}

/** An arrow function, or a built-in function by name, as in map(Number). */
function compileCallback(node: Expression, scope: Scope, unit: Compilation): Callback | undefined {
  if (node.type === "ArrowFunctionExpression") return compileArrow(node, scope, unit);
  const name = qualifiedName(node, scope);
  return name === undefined ? undefined : findFunction(name);
}

function compileArrow(node: ArrowFunctionExpression, scope: Scope, unit: Compilation): Callback {
  if (node.async || node.body.type === "BlockStatement") {
    return unit.refuse(node.start, "A function must be a simple arrow function, such as x => x.trim()");
  }
  const names = node.params.map((parameter) => {
    if (parameter.type === "Identifier") return parameter.name;
    return unit.refuse(parameter.start, "The parameters of a function must be plain names, such as (x, index) => …");
  });
  const locals = names.map((name) => [name, unit.nextLocal()] as const);
  const body = unit.compile(node.body, { ...scope, parameters: new Map([...scope.parameters, ...locals]) });
  return (args, evaluation) => {
    for (const [index, [, local]] of locals.entries()) evaluation.locals[local] = args[index];
    return body(evaluation);
  };
}

function isPattern(node: Expression): node is Literal & { readonly regex: NonNullable<Literal["regex"]> } {
  return node.type === "Literal" && node.regex !== undefined;
}

export function compilePattern(node: Expression, unit: Compilation): Pattern | undefined {
  if (!isPattern(node)) return undefined;
  try {
    return new Pattern(node.regex.pattern, node.regex.flags);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return unit.refuse(node.start + 1 + error.offset, error.message);
  }
}
