import type { Evaluation } from "../evaluation.ts";
import { EvaluationError } from "../expression-error.ts";
import type { Value } from "../values/value.ts";
import { callbackAt, valueAt } from "./arguments.ts";
import type { Argument, Methods } from "./method.ts";

/** The list methods that take a function. */
export const arrayCallbackMethods: Methods<Value[]> = {
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
