import { toNumber } from "../values/convert.ts";
import type { Callback } from "./method.ts";

type NumberFunction = (...numbers: number[]) => number;

/** Math without random: the same row yields the same result. */
const allowed: Readonly<Record<string, NumberFunction>> = {
  abs: oneNumber(Math.abs),
  acos: oneNumber(Math.acos),
  acosh: oneNumber(Math.acosh),
  asin: oneNumber(Math.asin),
  asinh: oneNumber(Math.asinh),
  atan: oneNumber(Math.atan),
  atan2: twoNumbers(Math.atan2),
  atanh: oneNumber(Math.atanh),
  cbrt: oneNumber(Math.cbrt),
  ceil: oneNumber(Math.ceil),
  clz32: oneNumber(Math.clz32),
  cos: oneNumber(Math.cos),
  cosh: oneNumber(Math.cosh),
  exp: oneNumber(Math.exp),
  expm1: oneNumber(Math.expm1),
  floor: oneNumber(Math.floor),
  fround: oneNumber(Math.fround),
  hypot: Math.hypot,
  imul: twoNumbers(Math.imul),
  log: oneNumber(Math.log),
  log10: oneNumber(Math.log10),
  log1p: oneNumber(Math.log1p),
  log2: oneNumber(Math.log2),
  max: Math.max,
  min: Math.min,
  pow: twoNumbers(Math.pow),
  round: oneNumber(Math.round),
  sign: oneNumber(Math.sign),
  sin: oneNumber(Math.sin),
  sinh: oneNumber(Math.sinh),
  sqrt: oneNumber(Math.sqrt),
  tan: oneNumber(Math.tan),
  tanh: oneNumber(Math.tanh),
  trunc: oneNumber(Math.trunc),
};

export const mathFunctions: readonly (readonly [string, Callback])[] = Object.entries(allowed).map(([name, run]) => [
  `Math.${name}`,
  (args, evaluation) => run(...args.map((arg) => toNumber(arg, evaluation))),
]);

export const mathConstants: ReadonlyMap<string, number> = new Map([
  ["Math.E", Math.E],
  ["Math.LN10", Math.LN10],
  ["Math.LN2", Math.LN2],
  ["Math.LOG10E", Math.LOG10E],
  ["Math.LOG2E", Math.LOG2E],
  ["Math.PI", Math.PI],
  ["Math.SQRT1_2", Math.SQRT1_2],
  ["Math.SQRT2", Math.SQRT2],
]);

function oneNumber(run: (number: number) => number): NumberFunction {
  return (number = Number.NaN) => run(number);
}

function twoNumbers(run: (first: number, second: number) => number): NumberFunction {
  return (first = Number.NaN, second = Number.NaN) => run(first, second);
}
