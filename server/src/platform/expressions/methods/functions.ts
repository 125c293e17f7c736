import type { Evaluation } from "../evaluation.ts";
import { parseDate, toNumber, toText, type Value } from "../value.ts";
import { type Callback, guarded } from "./method.ts";

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

const mathFunctions: readonly (readonly [string, Callback])[] = Object.entries(allowed).map(([name, run]) => [
  `Math.${name}`,
  (args, evaluation) => run(...args.map((arg) => toNumber(arg, evaluation))),
]);

const mathConstants: ReadonlyMap<string, number> = new Map([
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

const functions: ReadonlyMap<string, Callback> = new Map<string, Callback>([
  ["Number", (args, evaluation) => (args.length === 0 ? 0 : toNumber(args[0], evaluation))],
  ["String", (args, evaluation) => (args.length === 0 ? "" : toText(args[0], evaluation))],
  ["Boolean", ([value]) => Boolean(value)],
  ["parseInt", parseIntOf],
  ["parseFloat", parseFloatOf],
  ["isNaN", ([value], evaluation) => Number.isNaN(toNumber(value, evaluation))],
  ["isFinite", ([value], evaluation) => Number.isFinite(toNumber(value, evaluation))],
  ["encodeURIComponent", encodeText],
  ["Number.isFinite", ([value]) => Number.isFinite(value)],
  ["Number.isInteger", ([value]) => Number.isInteger(value)],
  ["Number.isNaN", ([value]) => Number.isNaN(value)],
  ["Number.isSafeInteger", ([value]) => Number.isSafeInteger(value)],
  ["Number.parseFloat", parseFloatOf],
  ["Number.parseInt", parseIntOf],
  ["Date.now", (_args, evaluation) => evaluation.now()],
  ["Date.parse", ([value], evaluation) => timeOfText(toText(value, evaluation), evaluation)],
  ["Date.UTC", (args, evaluation) => timeOfParts(args, evaluation)],
  ["Array.isArray", ([value]) => Array.isArray(value)],
  ...mathFunctions,
]);

/** A function by its qualified name, such as Number or Math.max. */
export function findFunction(name: string): Callback | undefined {
  return functions.get(name);
}

export function findConstant(name: string): number | undefined {
  return mathConstants.get(name);
}

const functionRoots = new Set([...functions.keys()].map((name) => name.split(".", 1)[0]));

/** Whether the word is the start of a function name. */
export function isFunctionName(word: string): boolean {
  return functionRoots.has(word) || word === "new";
}

export const functionNames: readonly string[] = [...functions.keys()];

/** JavaScript's new Date(…), in UTC. */
export function makeDate(args: readonly Value[], evaluation: Evaluation): Date {
  const [value] = args;
  if (args.length === 0) return new Date(evaluation.now());
  if (args.length > 1) return new Date(timeOfParts(args, evaluation));
  if (value instanceof Date) return new Date(value.getTime());
  const primitive = typeof value === "object" && value !== null ? toText(value, evaluation) : value;
  const time = typeof primitive === "string" ? timeOfText(primitive, evaluation) : toNumber(primitive, evaluation);
  return new Date(time);
}

function timeOfText(text: string, evaluation: Evaluation): number {
  evaluation.scanLong(text.length);
  return parseDate(text);
}

function timeOfParts(args: readonly Value[], evaluation: Evaluation): number {
  const [year = Number.NaN, ...others] = args.map((part) => toNumber(part, evaluation));
  const [month = 0, day = 1, hours = 0, minutes = 0, ...rest] = others;
  const [seconds = 0, milliseconds = 0] = rest;
  return Date.UTC(year, month, day, hours, minutes, seconds, milliseconds);
}

function parseIntOf(args: readonly Value[], evaluation: Evaluation): number {
  const text = toText(args[0], evaluation);
  evaluation.scanLong(text.length);
  return Number.parseInt(text, args[1] === undefined ? undefined : toNumber(args[1], evaluation));
}

function parseFloatOf(args: readonly Value[], evaluation: Evaluation): number {
  const text = toText(args[0], evaluation);
  evaluation.scanLong(text.length);
  return Number.parseFloat(text);
}

function encodeText(args: readonly Value[], evaluation: Evaluation): string {
  const text = toText(args[0], evaluation);
  evaluation.scanLong(text.length);
  return evaluation.make(guarded("remove incomplete characters from the text", () => encodeURIComponent(text)));
}
