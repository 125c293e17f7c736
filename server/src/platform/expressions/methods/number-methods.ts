import { optionalNumberAt } from "./arguments.ts";
import { guarded } from "./guarded.ts";
import type { Method, Methods } from "./method.ts";

export const numberMethods: Methods<number> = {
  toExponential: digits((number, count) => number.toExponential(count)),
  toFixed: digits((number, count) => number.toFixed(count)),
  toPrecision: digits((number, count) => number.toPrecision(count)),
  toString: digits((number, radix) => number.toString(radix)),
  valueOf: (number: number) => number,
};

export const booleanMethods: Methods<boolean> = {
  toString: (boolean: boolean) => String(boolean),
  valueOf: (boolean: boolean) => boolean,
};

function digits(format: (number: number, count: number | undefined) => string): Method<number> {
  return (number, args, evaluation) => {
    const count = optionalNumberAt(args, 0, evaluation);
    return evaluation.make(guarded("use a number in that range", () => format(number, count)));
  };
}
