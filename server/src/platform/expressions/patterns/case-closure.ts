import { type CharacterSet, singleCharacter, union } from "./character-set.ts";

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
