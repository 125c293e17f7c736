import type { Fuel } from "../fuel.ts";
import { type Primitive, toNumber, toPrimitive } from "./convert.ts";
import type { Value } from "./value.ts";

/** JavaScript's ===. */
export function strictEquals(left: Value, right: Value, fuel: Fuel): boolean {
  if (typeof left === "string" && typeof right === "string" && left.length === right.length) {
    fuel.scanLong(left.length);
  }
  return left === right;
}

/** JavaScript's ==. */
export function looseEquals(left: Value, right: Value, fuel: Fuel): boolean {
  if (typeof left === typeof right && !isNothing(left) && !isNothing(right)) return strictEquals(left, right, fuel);
  if (isNothing(left) || isNothing(right)) return isNothing(left) && isNothing(right);
  const first = toPrimitive(left, "default", fuel);
  const second = toPrimitive(right, "default", fuel);
  if (typeof first === "string" && typeof second === "string") return strictEquals(first, second, fuel);
  return toNumber(first, fuel) === toNumber(second, fuel);
}

/** The comparison of includes: like ===, but NaN equals itself. */
export function sameValueZero(left: Value, right: Value, fuel: Fuel): boolean {
  return strictEquals(left, right, fuel) || (Number.isNaN(left) && Number.isNaN(right));
}

export type Comparison = "<" | ">" | "<=" | ">=";

/** JavaScript's < > <= >=. */
export function compare(left: Value, comparison: Comparison, right: Value, fuel: Fuel): boolean {
  const first = toPrimitive(left, "number", fuel);
  const second = toPrimitive(right, "number", fuel);
  if (typeof first === "string" && typeof second === "string") {
    fuel.scanLong(Math.min(first.length, second.length));
    return ordered(first, comparison, second);
  }
  return ordered(toNumber(first, fuel), comparison, toNumber(second, fuel));
}

function ordered<T extends string | number>(left: T, comparison: Comparison, right: T): boolean {
  switch (comparison) {
    case "<":
      return left < right;
    case ">":
      return left > right;
    case "<=":
      return left <= right;
    case ">=":
      return left >= right;
  }
}

function isNothing(value: Value | Primitive): value is null | undefined {
  return value === null || value === undefined;
}
