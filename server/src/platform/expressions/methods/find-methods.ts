import type { Value } from "../values/value.ts";
import { arrayMethods } from "./array-methods.ts";
import { dateMethods } from "./date-methods.ts";
import type { Method, Methods } from "./method.ts";
import { booleanMethods, numberMethods } from "./number-methods.ts";
import { objectMethods } from "./object-methods.ts";
import { stringMethods } from "./string-methods.ts";

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
