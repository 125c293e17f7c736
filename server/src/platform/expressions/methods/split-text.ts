import type { Evaluation } from "../evaluation.ts";
import { listLengthMax } from "../expression-limits.ts";
import type { Pattern } from "../patterns/pattern.ts";
import { toText } from "../values/convert.ts";
import type { Value } from "../values/value.ts";
import { chargeSearch } from "./plain-search.ts";

/** JavaScript's text.split(separator, partsMax) for a plain text. */
export function splitByText(text: string, separator: Value, partsMax: number, evaluation: Evaluation): Value[] {
  if (separator === undefined) return partsMax === 0 ? [] : [text];
  const searched = toText(separator, evaluation);
  chargeSearch(text, searched, evaluation);
  // One more than the limit, so that an excess is detected without creating all parts.
  const parts = text.split(searched, Math.min(partsMax, listLengthMax + 1));
  evaluation.list(parts.length);
  evaluation.spend(text.length);
  return parts;
}

/** ECMAScript's RegExp.prototype[Symbol.split]: an empty match right after a part splits nothing, groups are parts. */
export function splitByPattern(text: string, pattern: Pattern, partsMax: number, evaluation: Evaluation): Value[] {
  if (partsMax === 0) return [];
  const search = pattern.search(text, evaluation);
  if (text === "") return search.find(0) === undefined ? [text] : [];
  const parts: Value[] = [];
  let partStart = 0;
  let from = 0;
  while (from < text.length) {
    const match = search.find(from);
    if (match === undefined || match.start >= text.length) break;
    if (match.end === partStart) {
      from = pattern.nextIndex(text, from);
      continue;
    }
    parts.push(text.slice(partStart, match.start), ...match.groups);
    evaluation.list(1 + match.groups.length);
    evaluation.fitList(parts.length);
    if (parts.length >= partsMax) return parts.slice(0, partsMax);
    partStart = match.end;
    from = partStart;
  }
  parts.push(text.slice(partStart));
  evaluation.fitList(parts.length);
  evaluation.spend(text.length);
  return parts;
}
