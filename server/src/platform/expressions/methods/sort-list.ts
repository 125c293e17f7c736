import type { Evaluation } from "../evaluation.ts";
import { toNumber, toText } from "../values/convert.ts";
import type { Value } from "../values/value.ts";
import type { Argument } from "./method.ts";

/** JavaScript's sort: by the given function, else by text; undefined is always last. */
export function sortList(list: readonly Value[], args: readonly Argument[], evaluation: Evaluation): Value[] {
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
