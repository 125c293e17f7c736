import type { Evaluation } from "../evaluation.ts";
import { toText } from "../values/convert.ts";
import type { Value } from "../values/value.ts";
import type { Argument, Methods } from "./method.ts";

export const objectMethods: Methods<Map<string, Value>> = {
  toString: (object: Map<string, Value>, _args: readonly Argument[], evaluation: Evaluation) =>
    toText(object, evaluation),
  valueOf: (object: Map<string, Value>) => object,
};
