/** Ranges of code points, ascending, without overlap; each is its first and last. */
export type CharacterSet = readonly (readonly [number, number])[];

export const codePointMax = 0x10ffff;

export const digits: CharacterSet = [[0x30, 0x39]];
export const wordCharacters: CharacterSet = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
/** JavaScript's \s: more than the ASCII space of RE2. */
export const spaces: CharacterSet = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
/** What JavaScript's dot excludes: more than the line feed of RE2. */
export const lineEnds: CharacterSet = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];

export function singleCharacter(codePoint: number): CharacterSet {
  return [[codePoint, codePoint]];
}

export function union(sets: readonly CharacterSet[]): CharacterSet {
  const merged: [number, number][] = [];
  for (const [first, last] of sets.flat().toSorted((a, b) => a[0] - b[0])) {
    const previous = merged.at(-1);
    if (previous !== undefined && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

export function complement(set: CharacterSet): CharacterSet {
  const gaps: [number, number][] = [];
  let next = 0;
  for (const [first, last] of set) {
    if (first > next) gaps.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= codePointMax) gaps.push([next, codePointMax]);
  return gaps;
}

const bmpMax = 0xffff;
const asciiMax = 0x7f;

/** The set with every character that JavaScript's i flag, without u, treats as equal to one in it. */
export function closeOverCase(set: CharacterSet): CharacterSet {
  const added: CharacterSet[] = [];
  for (const variants of relevantVariants(set)) {
    const missing = variants.filter((variant) => !contains(set, variant));
    if (missing.length < variants.length) added.push(...missing.map(singleCharacter));
  }
  return union([set, ...added]);
}

/** Characters that differ only in case. */
type Variants = readonly number[];

/** A single character, the usual case, has at most one group of variants. */
function relevantVariants(set: CharacterSet): readonly Variants[] {
  const all = caseVariants();
  const [only] = set;
  if (set.length !== 1 || only === undefined || only[0] !== only[1]) return all.groups;
  const variants = all.byCharacter.get(only[0]);
  return variants === undefined ? [] : [variants];
}

interface CaseVariants {
  readonly groups: readonly Variants[];
  readonly byCharacter: ReadonlyMap<number, Variants>;
}

let knownVariants: CaseVariants | undefined;

/** Computed once, on first use: it takes some milliseconds. */
function caseVariants(): CaseVariants {
  knownVariants ??= findCaseVariants();
  return knownVariants;
}

function findCaseVariants(): CaseVariants {
  const groups = new Map<number, number[]>();
  for (let code = 0; code <= bmpMax; code++) {
    const canonical = canonicalize(code);
    const group = groups.get(canonical);
    if (group === undefined) groups.set(canonical, [code]);
    else group.push(code);
  }
  const several = [...groups.values()].filter(({ length }) => length > 1);
  return {
    groups: several,
    byCharacter: new Map(several.flatMap((variants) => variants.map((code) => [code, variants]))),
  };
}

/** ECMAScript's Canonicalize: never maps non-ASCII to ASCII, so the Kelvin sign is not a k. */
function canonicalize(code: number): number {
  const upper = String.fromCharCode(code).toUpperCase();
  if (upper.length !== 1) return code;
  const upperCode = upper.charCodeAt(0);
  return code > asciiMax && upperCode <= asciiMax ? code : upperCode;
}

function contains(set: CharacterSet, code: number): boolean {
  return set.some(([first, last]) => first <= code && code <= last);
}
