import type { Evaluation } from "../evaluation.ts";
import { EvaluationError } from "../expression-error.ts";
import { valueDepthMax } from "../expression-limits.ts";
import { joinList, sameValueZero, strictEquals, toNumber, toText, type Value } from "../value.ts";
import { type Argument, callbackAt, type Methods, numberAt, optionalNumberAt, textAt, valueAt } from "./method.ts";

/** The list methods that take a function. */
const arrayCallbackMethods: Methods<Value[]> = {
  every: (list, args, evaluation) => {
    const visit = visitor(list, args, evaluation);
    return firstVisit(list.keys(), visit, ({ answer }) => !answer) === undefined;
  },
  filter: (list, args, evaluation) =>
    visitAll(list, args, evaluation)
      .filter(({ answer }) => answer)
      .map(({ item }) => item),
  find: (list, args, evaluation) => firstAnswered(list.keys(), list, args, evaluation)?.item,
  findIndex: (list, args, evaluation) => firstAnswered(list.keys(), list, args, evaluation)?.index ?? -1,
  findLast: (list, args, evaluation) => firstAnswered(backwards(list), list, args, evaluation)?.item,
  findLastIndex: (list, args, evaluation) => firstAnswered(backwards(list), list, args, evaluation)?.index ?? -1,
  flatMap: (list, args, evaluation) => {
    const flat: Value[] = [];
    for (const { answer } of visitAll(list, args, evaluation)) {
      const added = Array.isArray(answer) ? answer : [answer];
      evaluation.list(added.length);
      evaluation.fitList(flat.length + added.length);
      flat.push(...added);
    }
    return flat;
  },
  map: (list, args, evaluation) => visitAll(list, args, evaluation).map(({ answer }) => answer),
  reduce: (list, args, evaluation) => reduce([...list.keys()], list, args, evaluation),
  reduceRight: (list, args, evaluation) => reduce(backwards(list), list, args, evaluation),
  some: (list, args, evaluation) => firstAnswered(list.keys(), list, args, evaluation) !== undefined,
};

interface Visit {
  readonly index: number;
  readonly item: Value;
  readonly answer: Value;
}

/** Calls the function for one item. Items are read one by one, as the function may sort the list it receives. */
function visitor(list: Value[], args: readonly Argument[], evaluation: Evaluation): (index: number) => Visit {
  const callback = callbackAt(args, 0);
  return (index) => {
    evaluation.step();
    const item = list[index];
    return { index, item, answer: callback([item, index, list], evaluation) };
  };
}

function visitAll(list: Value[], args: readonly Argument[], evaluation: Evaluation): Visit[] {
  const visit = visitor(list, args, evaluation);
  return Array.from(list.keys(), visit);
}

function firstVisit(
  indexes: Iterable<number>,
  visit: (index: number) => Visit,
  willDo: (visit: Visit) => boolean,
): Visit | undefined {
  for (const index of indexes) {
    const visited = visit(index);
    if (willDo(visited)) return visited;
  }
  return undefined;
}

function firstAnswered(
  indexes: Iterable<number>,
  list: Value[],
  args: readonly Argument[],
  evaluation: Evaluation,
): Visit | undefined {
  return firstVisit(indexes, visitor(list, args, evaluation), ({ answer }) => Boolean(answer));
}

function backwards(list: readonly Value[]): number[] {
  return [...list.keys()].reverse();
}

function reduce(indexes: number[], list: Value[], args: readonly Argument[], evaluation: Evaluation): Value {
  const callback = callbackAt(args, 0);
  const [first, ...others] = indexes;
  if (first === undefined && args.length < 2) {
    throw new EvaluationError("reduce of an empty list requires an initial value as second argument.");
  }
  const [start, rest] = args.length > 1 || first === undefined ? [valueAt(args, 1), indexes] : [list[first], others];
  return rest.reduce<Value>((result, index) => {
    evaluation.step();
    return callback([result, list[index], index, list], evaluation);
  }, start);
}

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

/** JavaScript's sort: by the given function, else by text; undefined is always last. */
function sortList(list: readonly Value[], args: readonly Argument[], evaluation: Evaluation): Value[] {
  evaluation.list(list.length);
  const items = list.filter((item) => item !== undefined);
  const callback = args[0];
  const sorted =
    typeof callback === "function"
      ? items.sort((a, b) => {
          evaluation.step();
          return toNumber(callback([a, b], evaluation), evaluation);
        })
      : sortByText(items, evaluation);
  return [...sorted, ...Array.from<undefined>({ length: list.length - items.length })];
}

function sortByText(items: readonly Value[], evaluation: Evaluation): Value[] {
  const entries = items.map((item) => ({ item, text: toText(item, evaluation) }));
  entries.sort((a, b) => {
    evaluation.scanLong(Math.min(a.text.length, b.text.length));
    if (a.text === b.text) return 0;
    return a.text < b.text ? -1 : 1;
  });
  return entries.map(({ item }) => item);
}
