import type {
  ArrowFunctionExpression,
  CallExpression,
  Expression,
  Literal,
  MemberExpression,
  NewExpression,
  SpreadElement,
} from "acorn";
import { closestName } from "../../closest-name.ts";
import type { Closure, Evaluation } from "../evaluation.ts";
import { quote } from "../expression-error.ts";
import {
  callbackMethods,
  findMethods,
  methodNames,
  patternMethodNames,
  patternOnlyMethods,
  patternReceiverMethods,
  replaceMethods,
  sortMethods,
} from "../methods/find-methods.ts";
import { findFunction, functionNames, isFunctionName, makeDate } from "../methods/functions.ts";
import { callMethod } from "../methods/members.ts";
import type { Argument, Callback } from "../methods/method.ts";
import { firstMatch } from "../methods/pattern-methods.ts";
import { Pattern } from "../patterns/pattern.ts";
import { PatternError } from "../patterns/pattern-reader.ts";
import { toText, type Value } from "../value.ts";
import type { Compilation, Scope } from "./compilation.ts";
import { refuseSpread } from "./compile-literals.ts";
import { plainProperty, qualifiedName } from "./compile-names.ts";

/** A step of a chain such as a.b().c, applied to the value before it. */
export type Link = (value: Value, evaluation: Evaluation) => Value;

/** A call of a function such as Number(…) or Math.max(…), or of a regular expression; undefined for a method. */
export function compileFunctionCall(node: CallExpression, scope: Scope, unit: Compilation): Closure | undefined {
  const { callee } = node;
  if (node.optional) return unit.refuse(node.start, "A call with ?.( is not allowed");
  if (callee.type === "Super") return unit.refuse(callee.start, "super is not allowed");
  const name = qualifiedName(callee, scope);
  const called = name === undefined ? undefined : findFunction(name);
  if (called !== undefined) return callClosure(called, node.arguments, scope, unit);
  if (callee.type !== "MemberExpression" || isOfNamespace(callee, scope, unit)) return refuseCall(callee, name, unit);
  return compilePatternCall(callee, node, scope, unit);
}

/** Math.random: the part before the dot has functions only, unless a value has that name. */
function isOfNamespace(callee: MemberExpression, scope: Scope, unit: Compilation): boolean {
  if (callee.object.type !== "Identifier" || scope.parameters.has(callee.object.name)) return false;
  const isValue = scope.isInBraces && unit.names.has(callee.object.name);
  return isFunctionName(callee.object.name) && !isValue;
}

/** new Date(…), the only object that can be constructed. */
export function compileNew(node: NewExpression, scope: Scope, unit: Compilation): Closure {
  if (qualifiedName(node.callee, scope) !== "Date") {
    return unit.refuse(node.start, "new is only allowed for Date, as in new Date({createdOn})");
  }
  return callClosure(makeDate, node.arguments, scope, unit);
}

/** A method call, applied to the object before the dot. */
export function compileMethodCall(
  callee: MemberExpression,
  nodes: readonly (Expression | SpreadElement)[],
  scope: Scope,
  unit: Compilation,
): Link {
  const name = callee.computed || callee.property.type !== "Identifier" ? undefined : callee.property.name;
  const offset = callee.property.start;
  if (name === undefined) return unit.refuse(offset, "Call a method by its name, such as .trim()");
  const methods = findMethods(name);
  if (methods === undefined) {
    return unit.refuse(offset, `The method ${quote(name)} is not allowed${suggestion(name, methodNames)}`);
  }
  const evaluateArguments = inOrder(compileMethodArguments(nodes, { name, offset }, scope, unit));
  return (value, evaluation) => {
    evaluation.step();
    return callMethod(methods, value, evaluateArguments(evaluation), evaluation);
  };
}

function callClosure(
  called: (args: readonly Value[], evaluation: Evaluation) => Value,
  nodes: readonly (Expression | SpreadElement)[],
  scope: Scope,
  unit: Compilation,
): Closure {
  const closures = nodes.map((node) =>
    node.type === "SpreadElement" ? refuseSpread(node, unit) : unit.compile(node, scope),
  );
  const evaluateArguments = inOrder(closures);
  return (evaluation) => {
    evaluation.step();
    return called(evaluateArguments(evaluation), evaluation);
  };
}

/** Unrolled for the usual numbers of arguments: this runs for every call of every row. */
function inOrder<T>(closures: readonly ((evaluation: Evaluation) => T)[]): (evaluation: Evaluation) => readonly T[] {
  const [first, second] = closures;
  if (first === undefined) return () => [];
  if (second === undefined) return (evaluation) => [first(evaluation)];
  if (closures.length === 2) return (evaluation) => [first(evaluation), second(evaluation)];
  return (evaluation) => closures.map((closure) => closure(evaluation));
}

/** /…/.test(text) and /…/.exec(text). A literal is a new object each time, so its lastIndex is always 0. */
function compilePatternCall(
  callee: MemberExpression,
  node: CallExpression,
  scope: Scope,
  unit: Compilation,
): Closure | undefined {
  const name = plainProperty(callee);
  if (callee.object.type === "Super" || name === undefined) return undefined;
  const pattern = patternReceiverMethods.has(name) ? compilePattern(callee.object, unit) : undefined;
  if (pattern === undefined) return undefined;
  const run =
    name === "test"
      ? pattern.test.bind(pattern)
      : (text: string, evaluation: Evaluation) => firstMatch(text, pattern, evaluation);
  return callClosure(([value], evaluation) => run(toText(value, evaluation), evaluation), node.arguments, scope, unit);
}

function refuseCall(callee: Expression, name: string | undefined, unit: Compilation): never {
  if (name === undefined)
    return unit.refuse(callee.start, "Only a function such as Number(…) or a method such as .trim() can be called");
  return unit.refuse(callee.start, `The function ${quote(name)} is not allowed${suggestion(name, functionNames)}`);
}

function suggestion(name: string, known: Iterable<string>): string {
  const closest = name.length > 40 ? undefined : closestName(name, known);
  return closest === undefined ? "" : `; did you mean ${closest}?`;
}

type ArgumentClosure = (evaluation: Evaluation) => Argument;

/** The arguments of a method: functions and regular expressions are allowed only here. */
function compileMethodArguments(
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

function compilePattern(node: Expression, unit: Compilation): Pattern | undefined {
  if (!isPattern(node)) return undefined;
  try {
    return new Pattern(node.regex.pattern, node.regex.flags);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return unit.refuse(node.start + 1 + error.offset, error.message);
  }
}
