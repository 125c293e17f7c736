import type { Evaluation } from "../evaluation.ts";
import { EvaluationError } from "../expression-error.ts";
import {
  type Argument,
  chargeSearch,
  guarded,
  type Method,
  type Methods,
  numberAt,
  optionalNumberAt,
  textAt,
  valueAt,
} from "./method.ts";
import { patternMethods } from "./pattern-methods.ts";

export const stringMethods: Methods<string> = {
  ...patternMethods,
  at: (text, args, evaluation) => text.at(numberAt(args, 0, evaluation)),
  charAt: (text, args, evaluation) => text.charAt(numberAt(args, 0, evaluation)),
  charCodeAt: (text, args, evaluation) => text.charCodeAt(numberAt(args, 0, evaluation)),
  codePointAt: (text, args, evaluation) => text.codePointAt(numberAt(args, 0, evaluation)),
  concat: (text, args, evaluation) =>
    args.reduce<string>((joined, _, index) => {
      const added = textAt(args, index, evaluation);
      evaluation.fit(joined.length + added.length);
      return evaluation.make(joined + added);
    }, text),
  endsWith: (text, args, evaluation) => {
    const searched = textAt(args, 0, evaluation);
    evaluation.scanLong(searched.length);
    return text.endsWith(searched, optionalNumberAt(args, 1, evaluation));
  },
  includes: (text, args, evaluation) => {
    const searched = searchedText(text, args, evaluation);
    return text.includes(searched, optionalNumberAt(args, 1, evaluation));
  },
  indexOf: (text, args, evaluation) => {
    const searched = searchedText(text, args, evaluation);
    return text.indexOf(searched, optionalNumberAt(args, 1, evaluation));
  },
  lastIndexOf: (text, args, evaluation) => {
    const searched = searchedText(text, args, evaluation);
    return text.lastIndexOf(searched, numberAt(args, 1, evaluation));
  },
  // By code units, not by the machine's locale: a row must mean the same everywhere.
  localeCompare: (text, args, evaluation) => {
    const other = textAt(args, 0, evaluation);
    evaluation.scanLong(Math.min(text.length, other.length));
    if (text === other) return 0;
    return text < other ? -1 : 1;
  },
  normalize: (text, args, evaluation) => {
    evaluation.scanLong(text.length);
    const form = valueAt(args, 0) === undefined ? "NFC" : textAt(args, 0, evaluation);
    return evaluation.make(guarded("use NFC, NFD, NFKC or NFKD", () => text.normalize(form)));
  },
  padEnd: (text, args, evaluation) => padded(text, args, evaluation, (length, filler) => text.padEnd(length, filler)),
  padStart: (text, args, evaluation) =>
    padded(text, args, evaluation, (length, filler) => text.padStart(length, filler)),
  repeat: (text, args, evaluation) => {
    const count = Math.trunc(numberAt(args, 0, evaluation)) || 0;
    if (count < 0 || count === Number.POSITIVE_INFINITY) {
      throw new EvaluationError("repeat requires a count of zero or more.");
    }
    // Not 0 × Infinity: an empty text may be repeated any number of times.
    evaluation.reserve(text.length * count);
    return text === "" ? "" : text.repeat(count);
  },
  slice: (text, args, evaluation) =>
    evaluation.make(text.slice(optionalNumberAt(args, 0, evaluation), optionalNumberAt(args, 1, evaluation))),
  startsWith: (text, args, evaluation) => {
    const searched = textAt(args, 0, evaluation);
    evaluation.scanLong(searched.length);
    return text.startsWith(searched, optionalNumberAt(args, 1, evaluation));
  },
  substr: (text, args, evaluation) => {
    const from = clampedIndex(numberAt(args, 0, evaluation), text.length);
    const length = optionalNumberAt(args, 1, evaluation) ?? text.length;
    return evaluation.make(text.slice(from, Math.max(from, from + (Math.trunc(length) || 0))));
  },
  substring: (text, args, evaluation) =>
    evaluation.make(text.substring(numberAt(args, 0, evaluation), optionalNumberAt(args, 1, evaluation))),
  toLowerCase: whole((text) => text.toLowerCase()),
  toString: (text: string) => text,
  toUpperCase: whole((text) => text.toUpperCase()),
  trim: whole((text) => text.trim()),
  trimEnd: whole((text) => text.trimEnd()),
  trimStart: whole((text) => text.trimStart()),
  valueOf: (text: string) => text,
};

/** A method without arguments that scans the whole text. */
function whole(change: (text: string) => string): Method<string> {
  return (text, _args, evaluation) => {
    evaluation.scanLong(text.length);
    return evaluation.make(change(text));
  };
}

function searchedText(text: string, args: readonly Argument[], evaluation: Evaluation): string {
  const searched = textAt(args, 0, evaluation);
  chargeSearch(text, searched, evaluation);
  return searched;
}

function padded(
  text: string,
  args: readonly Argument[],
  evaluation: Evaluation,
  pad: (length: number, filler: string) => string,
): string {
  const length = Math.trunc(numberAt(args, 0, evaluation)) || 0;
  const filler = valueAt(args, 1) === undefined ? " " : textAt(args, 1, evaluation);
  if (length <= text.length || filler === "") return text;
  evaluation.reserve(length);
  return pad(length, filler);
}

/** Negative counts from the end, as for slice. */
function clampedIndex(index: number, length: number): number {
  const whole = Math.trunc(index) || 0;
  return whole < 0 ? Math.max(0, length + whole) : Math.min(whole, length);
}
