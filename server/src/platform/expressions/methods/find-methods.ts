import type { Evaluation } from "../evaluation.ts";
import { calendarText, clockText, dateText, toText, type Value } from "../value.ts";
import { arrayMethods } from "./array-methods.ts";
import { type Argument, guarded, type Method, type Methods, optionalNumberAt } from "./method.ts";
import { stringMethods } from "./string-methods.ts";

/** JavaScript's local time is UTC here: a row must mean the same on every machine. */
const dateMethods: Methods<Date> = {
  getDate: (date) => date.getUTCDate(),
  getDay: (date) => date.getUTCDay(),
  getFullYear: (date) => date.getUTCFullYear(),
  getHours: (date) => date.getUTCHours(),
  getMilliseconds: (date) => date.getUTCMilliseconds(),
  getMinutes: (date) => date.getUTCMinutes(),
  getMonth: (date) => date.getUTCMonth(),
  getSeconds: (date) => date.getUTCSeconds(),
  getTime: (date) => date.getTime(),
  getTimezoneOffset: (date) => (Number.isNaN(date.getTime()) ? Number.NaN : 0),
  getUTCDate: (date) => date.getUTCDate(),
  getUTCDay: (date) => date.getUTCDay(),
  getUTCFullYear: (date) => date.getUTCFullYear(),
  getUTCHours: (date) => date.getUTCHours(),
  getUTCMilliseconds: (date) => date.getUTCMilliseconds(),
  getUTCMinutes: (date) => date.getUTCMinutes(),
  getUTCMonth: (date) => date.getUTCMonth(),
  getUTCSeconds: (date) => date.getUTCSeconds(),
  toDateString: (date) => calendarText(date),
  toISOString: (date) => guarded("check the text of the date", () => date.toISOString()),
  toJSON: (date) => date.toJSON(),
  toString: (date: Date) => dateText(date),
  toTimeString: (date) => clockText(date),
  toUTCString: (date) => date.toUTCString(),
  valueOf: (date: Date) => date.getTime(),
};

const numberMethods: Methods<number> = {
  toExponential: digits((number, count) => number.toExponential(count)),
  toFixed: digits((number, count) => number.toFixed(count)),
  toPrecision: digits((number, count) => number.toPrecision(count)),
  toString: digits((number, radix) => number.toString(radix)),
  valueOf: (number: number) => number,
};

const booleanMethods: Methods<boolean> = {
  toString: (boolean: boolean) => String(boolean),
  valueOf: (boolean: boolean) => boolean,
};

function digits(format: (number: number, count: number | undefined) => string): Method<number> {
  return (number, args, evaluation) => {
    const count = optionalNumberAt(args, 0, evaluation);
    return evaluation.make(guarded("use a number in that range", () => format(number, count)));
  };
}

/** The methods of one name, by receiver type. */
export interface MethodsOfName {
  readonly name: string;
  readonly ofText: Method<string> | undefined;
  readonly ofList: Method<Value[]> | undefined;
  readonly ofNumber: Method<number> | undefined;
  readonly ofBoolean: Method<boolean> | undefined;
  readonly ofDate: Method<Date> | undefined;
  readonly ofObject: Method<Map<string, Value>> | undefined;
}

const tables: readonly Methods<never>[] = [stringMethods, arrayMethods, numberMethods, booleanMethods, dateMethods];

export const methodNames: ReadonlySet<string> = new Set(tables.flatMap(Object.keys));

export function findMethods(name: string): MethodsOfName | undefined {
  if (!methodNames.has(name)) return undefined;
  return {
    name,
    ofText: own(stringMethods, name),
    ofList: own(arrayMethods, name),
    ofNumber: own(numberMethods, name),
    ofBoolean: own(booleanMethods, name),
    ofDate: own(dateMethods, name),
    ofObject: own(objectMethods, name),
  };
}

/** Ignores inherited members: tenants also call toString and valueOf. */
function own<Receiver>(methods: Methods<Receiver>, name: string): Method<Receiver> | undefined {
  return Object.hasOwn(methods, name) ? methods[name] : undefined;
}

/** Methods whose first argument is a function; optional for sort. */
export const callbackMethods: ReadonlySet<string> = new Set([
  "every",
  "filter",
  "find",
  "findIndex",
  "findLast",
  "findLastIndex",
  "flatMap",
  "map",
  "reduce",
  "reduceRight",
  "some",
]);
export const sortMethods: ReadonlySet<string> = new Set(["sort", "toSorted"]);

/**
 * Methods whose first argument must be a regular expression: a text would be compiled to a pattern during evaluation.
 */
export const patternOnlyMethods: ReadonlySet<string> = new Set(["match", "search"]);
/** Methods whose first argument is a text or a regular expression. */
export const patternMethodNames: ReadonlySet<string> = new Set([
  ...patternOnlyMethods,
  "replace",
  "replaceAll",
  "split",
]);
/** Methods whose second argument may be a function. */
export const replaceMethods: ReadonlySet<string> = new Set(["replace", "replaceAll"]);
/** Methods of a regular expression. */
export const patternReceiverMethods: ReadonlySet<string> = new Set(["exec", "test"]);

const objectMethods: Methods<Map<string, Value>> = {
  toString: (object: Map<string, Value>, _args: readonly Argument[], evaluation: Evaluation) =>
    toText(object, evaluation),
  valueOf: (object: Map<string, Value>) => object,
};
