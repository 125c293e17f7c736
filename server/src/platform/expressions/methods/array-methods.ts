import type { Evaluation } from "../evaluation.ts";
import { EvaluationError } from "../expression-error.ts";
import { valueDepthMax } from "../expression-limits.ts";
import { sameValueZero, strictEquals } from "../values/compare.ts";
import { joinList } from "../values/convert.ts";
import type { Value } from "../values/value.ts";
import { numberAt, optionalNumberAt, textAt, valueAt } from "./arguments.ts";
import { arrayCallbackMethods } from "./array-callback-methods.ts";
import type { Argument, Methods } from "./method.ts";
import { sortList } from "./sort-list.ts";

/** Mutating methods change the list, as in JavaScript; it is never the caller's own. */
export const arrayMethods: Methods<Value[]> = {
  ...arrayCallbackMethods,
  at: (list, args, evaluation) => list.at(numberAt(args, 0, evaluation)),
  concat: (list, args, evaluation) => {
    const joined = copy(list, evaluation);
    for (const index of args.keys()) {
      const added = valueAt(args, index);
      append(joined, Array.isArray(added) ? added : [added], evaluation);
    }
    return joined;
  },
  flat: (list, args, evaluation) => {
    const depth = optionalNumberAt(args, 0, evaluation) ?? 1;
    return flatten(list, Math.trunc(depth) || 0, evaluation);
  },
  includes: (list, args, evaluation) => {
    const searched = valueAt(args, 0);
    return itemsFrom(list, args, evaluation).some((item) => sameValueZero(item, searched, evaluation));
  },
  indexOf: (list, args, evaluation) => {
    const searched = valueAt(args, 0);
    const items = itemsFrom(list, args, evaluation);
    const found = items.findIndex((item) => strictEquals(item, searched, evaluation));
    return found < 0 ? -1 : found + list.length - items.length;
  },
  join: (list, args, evaluation) =>
    joinList(list, valueAt(args, 0) === undefined ? "," : textAt(args, 0, evaluation), evaluation),
  lastIndexOf: (list, args, evaluation) => {
    const searched = valueAt(args, 0);
    const last = args.length > 1 ? Math.trunc(numberAt(args, 1, evaluation)) || 0 : list.length - 1;
    const end = last < 0 ? list.length + last + 1 : last + 1;
    evaluation.list(list.length);
    return list.slice(0, Math.max(0, end)).findLastIndex((item) => strictEquals(item, searched, evaluation));
  },
  reverse: (list, _args, evaluation) => {
    evaluation.list(list.length);
    return list.reverse();
  },
  slice: (list, args, evaluation) => {
    const [start, end] = [optionalNumberAt(args, 0, evaluation), optionalNumberAt(args, 1, evaluation)];
    return copy(list.slice(start, end), evaluation);
  },
  sort: (list, args, evaluation) => {
    const sorted = sortList(list, args, evaluation);
    list.splice(0, list.length, ...sorted);
    return list;
  },
  toReversed: (list, _args, evaluation) => copy(list, evaluation).reverse(),
  toSorted: (list, args, evaluation) => sortList(list, args, evaluation),
  toString: (list: Value[], _args: readonly Argument[], evaluation: Evaluation) => joinList(list, ",", evaluation),
  valueOf: (list: Value[]) => list,
};

function copy(list: readonly Value[], evaluation: Evaluation): Value[] {
  evaluation.list(list.length);
  return [...list];
}

function append(list: Value[], items: readonly Value[], evaluation: Evaluation): void {
  evaluation.list(items.length);
  evaluation.fitList(list.length + items.length);
  list.push(...items);
}

/** The second argument is the start index; negative counts from the end. */
function itemsFrom(list: readonly Value[], args: readonly Argument[], evaluation: Evaluation): Value[] {
  evaluation.list(list.length);
  return list.slice(optionalNumberAt(args, 1, evaluation));
}

function flatten(list: readonly Value[], depth: number, evaluation: Evaluation, nesting = 0): Value[] {
  if (nesting > valueDepthMax) {
    throw new EvaluationError(`A list is nested deeper than ${valueDepthMax} levels; flatten it.`);
  }
  const flat: Value[] = [];
  for (const item of list) {
    const items = Array.isArray(item) && depth > 0 ? flatten(item, depth - 1, evaluation, nesting + 1) : [item];
    append(flat, items, evaluation);
  }
  return flat;
}
