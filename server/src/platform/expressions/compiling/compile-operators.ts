import type { BinaryExpression, ConditionalExpression, LogicalExpression, UnaryExpression } from "acorn";
import type { Closure } from "../evaluation.ts";
import type { Fuel } from "../fuel.ts";
import { compare, looseEquals, strictEquals, toNumber, toPrimitive, toText, type Value } from "../value.ts";
import type { Compilation, Scope } from "./compilation.ts";

type BinaryOperation = (left: Value, right: Value, fuel: Fuel) => Value;

const binaryOperations: ReadonlyMap<string, BinaryOperation> = new Map<string, BinaryOperation>([
  ["+", add],
  ["-", (left, right, fuel) => toNumber(left, fuel) - toNumber(right, fuel)],
  ["*", (left, right, fuel) => toNumber(left, fuel) * toNumber(right, fuel)],
  ["/", (left, right, fuel) => toNumber(left, fuel) / toNumber(right, fuel)],
  ["%", (left, right, fuel) => toNumber(left, fuel) % toNumber(right, fuel)],
  ["**", (left, right, fuel) => toNumber(left, fuel) ** toNumber(right, fuel)],
  ["&", (left, right, fuel) => toNumber(left, fuel) & toNumber(right, fuel)],
  ["|", (left, right, fuel) => toNumber(left, fuel) | toNumber(right, fuel)],
  ["^", (left, right, fuel) => toNumber(left, fuel) ^ toNumber(right, fuel)],
  ["<<", (left, right, fuel) => toNumber(left, fuel) << toNumber(right, fuel)],
  [">>", (left, right, fuel) => toNumber(left, fuel) >> toNumber(right, fuel)],
  [">>>", (left, right, fuel) => toNumber(left, fuel) >>> toNumber(right, fuel)],
  ["===", strictEquals],
  ["!==", (left, right, fuel) => !strictEquals(left, right, fuel)],
  ["==", looseEquals],
  ["!=", (left, right, fuel) => !looseEquals(left, right, fuel)],
  ["<", (left, right, fuel) => compare(left, "<", right, fuel)],
  [">", (left, right, fuel) => compare(left, ">", right, fuel)],
  ["<=", (left, right, fuel) => compare(left, "<=", right, fuel)],
  [">=", (left, right, fuel) => compare(left, ">=", right, fuel)],
]);

const unaryOperations: ReadonlyMap<string, (value: Value, fuel: Fuel) => Value> = new Map<
  string,
  (value: Value, fuel: Fuel) => Value
>([
  ["!", (value) => !value],
  ["-", (value, fuel) => -toNumber(value, fuel)],
  ["+", (value, fuel) => toNumber(value, fuel)],
  ["~", (value, fuel) => ~toNumber(value, fuel)],
  ["typeof", (value) => typeof value],
  ["void", () => undefined],
]);

export function compileBinary(node: BinaryExpression, scope: Scope, unit: Compilation): Closure {
  const operation = binaryOperations.get(node.operator);
  if (operation === undefined || node.left.type === "PrivateIdentifier") {
    return unit.refuse(node.start, `The operator ${node.operator} is not allowed`);
  }
  const left = unit.compile(node.left, scope);
  const right = unit.compile(node.right, scope);
  return (evaluation) => operation(left(evaluation), right(evaluation), evaluation);
}

export function compileUnary(node: UnaryExpression, scope: Scope, unit: Compilation): Closure {
  const operation = unaryOperations.get(node.operator);
  if (operation === undefined) return unit.refuse(node.start, `The operator ${node.operator} is not allowed`);
  const argument = unit.compile(node.argument, scope);
  return (evaluation) => operation(argument(evaluation), evaluation);
}

export function compileLogical(node: LogicalExpression, scope: Scope, unit: Compilation): Closure {
  const left = unit.compile(node.left, scope);
  const right = unit.compile(node.right, scope);
  switch (node.operator) {
    case "&&":
      return (evaluation) => left(evaluation) && right(evaluation);
    case "||":
      return (evaluation) => left(evaluation) || right(evaluation);
    case "??":
      return (evaluation) => left(evaluation) ?? right(evaluation);
  }
}

export function compileConditional(node: ConditionalExpression, scope: Scope, unit: Compilation): Closure {
  const test = unit.compile(node.test, scope);
  const consequent = unit.compile(node.consequent, scope);
  const alternate = unit.compile(node.alternate, scope);
  return (evaluation) => (test(evaluation) ? consequent(evaluation) : alternate(evaluation));
}

function add(left: Value, right: Value, fuel: Fuel): Value {
  if (typeof left === "number" && typeof right === "number") return left + right;
  const first = toPrimitive(left, "default", fuel);
  const second = toPrimitive(right, "default", fuel);
  if (typeof first !== "string" && typeof second !== "string") return toNumber(first, fuel) + toNumber(second, fuel);
  const [head, tail] = [toText(first, fuel), toText(second, fuel)];
  fuel.reserve(head.length + tail.length);
  return head + tail;
}
